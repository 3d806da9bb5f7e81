package org.softroce.uapi.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

class RdmaEnumsTest {
    @Test
    void numbersAreThoseOfTheAbi() {
        assertThat(IbQpType.of(2)).isSameAs(IbQpType.RC);
        assertThat(IbQpType.of(255)).isSameAs(IbQpType.DRIVER);
        assertThat(IbQpState.RTS.value()).isEqualTo(3);
        assertThat(IbQpState.ERR.value()).isEqualTo(6);
        assertThat(IbWcStatus.RETRY_EXC_ERR.value()).isEqualTo(12);
        assertThat(IbWcStatus.of(5).text()).isEqualTo("Work Request Flushed Error");
        assertThat(IbWcOpcode.RECV_RDMA_WITH_IMM.value()).isEqualTo(129);
        assertThat(IbWcOpcode.REG_MR.value()).isEqualTo(10);
        assertThat(IbWrOpcode.ATOMIC_WRITE.value()).isEqualTo(15);
        assertThat(IbEventType.DEVICE_FATAL.value()).isEqualTo(8);
        assertThat(IbEventType.GID_CHANGE.text()).isEqualTo("GID table change");
        assertThat(IbPortState.ACTIVE.value()).isEqualTo(4);
        assertThat(IbPhysState.LINK_UP.value()).isEqualTo(5);
        assertThat(RdmaDriverId.RXE.value()).isEqualTo(14);
        assertThat(RdmaDriverId.IONIC.value()).isEqualTo(21);
        assertThat(IbQpAttrMask.DEST_QPN).isEqualTo(1 << 20);
        assertThat(IbDeviceCap.MEM_MGT_EXTENSIONS).isEqualTo(1L << 21);
        assertThat(IbPortCap.CM_SUP | IbPortCap.IP_BASED_GIDS).isEqualTo(0x04010000);
    }

    @Test
    void mtuCodesAreSizes() {
        assertThat(IbMtu.MTU_1024.bytes()).isEqualTo(1024);
        assertThat(IbMtu.MTU_4096.bytes()).isEqualTo(4096);
        assertThat(IbMtu.fitting(1500 - 80)).isSameAs(IbMtu.MTU_1024);
        assertThat(IbMtu.fitting(65536)).isSameAs(IbMtu.MTU_4096);
        assertThatThrownBy(() -> IbMtu.fitting(255)).isInstanceOf(ErrnoException.class).hasMessageContaining("255");
    }

    @Test
    void unknownNumbersSayWhatTheyAre() {
        assertThat(IbQpType.isKnown(7)).isFalse();
        assertThat(IbQpType.isKnown(-1)).isFalse();
        assertThatThrownBy(() -> IbQpType.of(7)).isInstanceOfSatisfying(ErrnoException.class, thrown -> {
            assertThat(thrown.errno()).isSameAs(Errno.EINVAL);
            assertThat(thrown.detail()).isEqualTo("QP type 7 does not exist");
        });
        assertThatThrownBy(() -> IbMtu.of(Integer.MAX_VALUE)).isInstanceOf(ErrnoException.class);
    }
}
