package org.softroce.uapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ErrnoTest {
    @Test
    void numbersAndTextsAreThoseOfLinux() {
        assertThat(Errno.of(19)).isSameAs(Errno.ENODEV);
        assertThat(Errno.of(-95)).isSameAs(Errno.EOPNOTSUPP);
        assertThat(Errno.EOPNOTSUPP.text()).isEqualTo("Operation not supported");
        assertThat(Errno.ENFILE.text()).isEqualTo("Too many open files in system");
        assertThat(Errno.EPROTONOSUPPORT.number()).isEqualTo(93);
        assertThat(Errno.ETIMEDOUT.number()).isEqualTo(110);
        assertThat(Errno.ECONNREFUSED.number()).isEqualTo(111);
        assertThat(Errno.EHOSTUNREACH.text()).isEqualTo("No route to host");
        assertThat(Errno.ENODATA.number()).isEqualTo(61);
    }

    @Test
    void numbersThatLinuxDoesNotHaveAreRefused() {
        for (int number : new int[] {0, 41, 58, 134, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> Errno.of(number)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Integer.toString(number));
        }
    }

    @Test
    void exceptionSaysTextAndDetail() {
        assertThat(new ErrnoException(Errno.EINVAL, null)).hasMessage("Invalid argument");
        ErrnoException refused = new ErrnoException(Errno.EINVAL, "cqe 0, at least 1");
        assertThat(refused).hasMessage("Invalid argument (cqe 0, at least 1)");
        assertThat(refused.errno()).isSameAs(Errno.EINVAL);
        assertThat(refused.detail()).isEqualTo("cqe 0, at least 1");
    }
}
