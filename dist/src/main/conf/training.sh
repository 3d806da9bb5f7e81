# What the start-up cache is recorded with: commands as a user types them first. Their output goes nowhere.
true && echo one two | grep one
ls /sys
ip link add train0 type veth peer name train1
ip addr add 192.0.2.1/24 dev train0
ip link set train0 up; ip link set train1 up
rdma link add train_rxe0 type rxe netdev train0
rdma link show; ibv_devices; ibv_devinfo; lsmod | grep rdma
rdma link delete train_rxe0
ip link delete train0
