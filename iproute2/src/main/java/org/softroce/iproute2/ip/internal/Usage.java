package org.softroce.iproute2.ip.internal;

/** What {@code help} says: the real tool's grammar, less what this machine does not have. */
final class Usage {

    static final String IP = """
            Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }
            where  OBJECT := { address | help | link | netns }
                   OPTIONS := { -V[ersion] | -s[tatistics] | -d[etails] | -j[son] | -p[retty] |
                                -f[amily] { inet | inet6 | link } | -4 | -6 | -0 |
                                -br[ief] | -o[neline] | -n[etns] name | -a[ll] }""";

    static final String ADDRESS = """
            Usage: ip address {add|change|replace} IFADDR dev IFNAME [ CONFFLAG-LIST ]
                   ip address del IFADDR dev IFNAME
                   ip address flush [ dev IFNAME ] [ scope SCOPE-ID ] [ to PREFIX ] [ { up | down } ]
                   ip address [ show [ dev IFNAME ] [ scope SCOPE-ID ] [ type TYPE ]
                                     [ to PREFIX ] [ { up | down } ] ]
            IFADDR := PREFIX
                      [ broadcast ADDR ] [ scope SCOPE-ID ]
            SCOPE-ID := [ host | link | global ]
            CONFFLAG-LIST := [ CONFFLAG-LIST ] CONFFLAG
            CONFFLAG  := [ nodad | noprefixroute ]
            TYPE := { dummy | veth }""";

    static final String LINK = """
            Usage: ip link add [ name ] NAME
            \t\t    [ address LLADDR ]
            \t\t    [ mtu MTU ]
            \t\t    [ netns { PID | NETNSNAME } ]
            \t\t    type TYPE [ ARGS ]

            \tip link delete { DEVICE | dev DEVICE } type TYPE [ ARGS ]

            \tip link { set | change } { DEVICE | dev DEVICE }
            \t\t\t[ { up | down } ]
            \t\t[ name NEWNAME ]
            \t\t[ address LLADDR ]
            \t\t[ mtu MTU ]
            \t\t[ netns { PID | NETNSNAME } ]

            \tip link show [ DEVICE ] [ { up | down } ] [type TYPE]

            \tip link help [ TYPE ]

            TYPE := { dummy | veth }""";

    static final String VETH = """
            Usage: ip link <options> type veth [peer <options>]
            To get <options> type 'ip link add help'""";

    static final String NETNS = """
            Usage:\tip netns list
            \tip netns add NAME
            \tip [-all] netns delete [NAME]
            \tip [-all] netns exec [NAME] cmd ...""";

    private Usage() { }
}
