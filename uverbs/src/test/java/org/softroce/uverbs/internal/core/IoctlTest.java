package org.softroce.uverbs.internal.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.softroce.uapi.rdma.IbUserIoctlCmds.*;
import static org.softroce.uverbs.internal.fake.Program.DATA;

import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.softroce.uapi.AbiLayout;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;
import org.softroce.uapi.rdma.RdmaUserIoctl.IoctlHdr;
import org.softroce.uverbs.internal.fake.Program;

/** Calls that are wrong in every way a program can think of. */
class IoctlTest {
    private final Program program = new Program();

    @Test
    void unknownRequestsAreRefused() {
        refused(() -> program.file.ioctl(program.process.task, 0x1234, 0), Errno.ENOTTY, "0x1234");
        refused(() -> program.file.ioctl(program.process.task, 0xC0181B01L, 8), Errno.EFAULT, "0x8");
        refused(() -> program.call(UVERBS_OBJECT_DEVICE, 99).go(), Errno.EPROTONOSUPPORT, "no method 99");
        refused(() -> program.call(UVERBS_OBJECT_FLOW, 0).go(), Errno.EPROTONOSUPPORT, "object 9");
        refused(() -> program.call(0x1000, 0).go(), Errno.EPROTONOSUPPORT, "object 4096");
    }

    @Test
    void headersHaveToFit() {
        header(IoctlHdr.LENGTH, 25, Errno.EINVAL, "length 25");
        header(IoctlHdr.LENGTH, 0xffff, Errno.EINVAL, "length 65535");
        header(IoctlHdr.NUM_ATTRS, 0xffff, Errno.EINVAL, "65535 attributes");
        header(IoctlHdr.RESERVED1, 1, Errno.EPROTONOSUPPORT, "reserved");
        header(IoctlHdr.RESERVED2, 1, Errno.EPROTONOSUPPORT, "reserved");
        header(IoctlHdr.DRIVER_ID, 1, Errno.EINVAL, "driver id 1, this device has 14");
    }

    @Test
    void unknownAttributesCountOnlyIfMandatory() {
        getContext().attr(77, 0, 0, 0).go();
        refused(() -> getContext().attr(77, 0, Program.MANDATORY, 0).go(), Errno.EPROTONOSUPPORT,
            "GET_CONTEXT: attribute 77 is not known");
    }

    @Test
    void attributesAreCheckedAgainstTheirDeclaration() {
        getContext().go();
        refused(() -> getContext().attr(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, 8, DATA)
            .attr(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, 8, DATA).go(), Errno.EINVAL, "core_support is there twice");
        refused(() -> getContext().attr(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, 4, DATA).go(), Errno.EINVAL,
            "core_support has 4 bytes, 8 are expected");
        refused(() -> program.call(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE).go(), Errno.EINVAL,
            "CQ_CREATE: handle is missing");
        refused(() -> createCq(8).go(), Errno.EINVAL, "cqe has 8 bytes, 4 are expected");
        refused(() -> createCq(4).attr(UVERBS_ATTR_CREATE_CQ_FLAGS, 4, 4).go(), Errno.EINVAL, "only 0x3 are offered");
        refused(() -> createCq(4).attr(UVERBS_ATTR_CREATE_CQ_FLAGS, 6, 0).go(), Errno.EINVAL, "6 bytes, 4 or 8");
        refused(() -> createCq(4).attr(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL, 0, 1L << 40).go(), Errno.EINVAL,
            "not a number of 32 bits");
        refused(() -> createCq(4).attr(UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL, 0, 3).go(), Errno.EBADF, "3 is not open");
        refused(() -> port(1L << 32), Errno.EINVAL, "4294967296 is not in 0..255");
        refused(() -> port(-1), Errno.EINVAL, "18446744073709551615 is not in 0..255");
        refused(() -> port(2), Errno.EINVAL, "port 2");
        assertThat(program.file.objects().size()).isZero();
        assertThat(program.device.tracked()).isEqualTo(1);
    }

    @Test
    void structuresMayGrowByZeros() {
        getContext().go();
        createPdAndCq();
        program.at(DATA, 64).fill((byte) 0);
        createQp(40).go();
        program.at(DATA + 39, 1).fill((byte) 1);
        refused(() -> createQp(40).go(), Errno.EOPNOTSUPP, "cap has data at byte 39, only 20");
        refused(() -> createQp(16).go(), Errno.EINVAL, "cap has 16 bytes, 20 or more");
    }

    @Test
    void nothingWorksBeforeTheContext() {
        refused(() -> port(1), Errno.EINVAL, "call GET_CONTEXT first");
        refused(() -> createCq(4).go(), Errno.EINVAL, "call GET_CONTEXT first");
        refused(() -> program.file.mmap(program.process.task, 4096, 4096), Errno.EINVAL, "GET_CONTEXT");
    }

    @Test
    void objectsAreUndoneWhenTheAnswerCannotBeDelivered() {
        getContext().go();
        refused(() -> completeCq(createCq(4), 0x10).go(), Errno.EFAULT, "0x10");
        assertThat(program.device.driver.alive).hasValue(1);
        assertThat(program.file.objects().size()).isZero();
        completeCq(createCq(4), DATA).go();
        assertThat(program.data(0)).as("the handle of the failed call is free again").isZero();

        refused(() -> channel(0x10), Errno.EFAULT, "0x10");
        assertThat(program.process.count()).isZero();
        program.process.descriptorLimit = 0;
        refused(() -> channel(DATA), Errno.EMFILE, "too many");
        assertThat(program.file.objects().size()).isEqualTo(1);
    }

    @Test
    void brokenDriversDoNotBreakTheFile() {
        getContext().go();
        program.device.driver.duringAllocPd = () -> {
            throw new IllegalStateException("broken");
        };
        refused(this::allocPd, Errno.EIO, "broken");
        program.device.driver.duringAllocPd = () -> { };
        allocPd();
        assertThat(program.u32(DATA)).isZero();
    }

    @Test
    void onlyDoorbellsAreWritten() {
        getContext().go();
        refused(() -> program.file.write(program.process.task, program.at(DATA, 8)), Errno.EINVAL, "write of 8 bytes");
        refused(() -> program.file.write(program.process.task, program.at(DATA, 32)), Errno.EINVAL, "command 28");
        program.at(DATA, 32).set(AbiLayout.U32, 0, 28);
        for (int handle : new int[] {0, 15, 16, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            program.at(DATA, 32).set(AbiLayout.U32, 16, handle);
            refused(() -> program.file.write(program.process.task, program.at(DATA, 32)), Errno.EINVAL,
                Integer.toUnsignedString(handle));
        }
    }

    @Test
    void randomCallsEndInAnErrnoAndLeaveNothing() {
        getContext().go();
        Random random = new Random(231);
        for (int i = 0; i < 30_000; i++) {
            program.call(random.nextInt(20), random.nextInt(8));
            for (int attrs = random.nextInt(8); attrs > 0; attrs--) {
                int id = random.nextInt(8) == 0 ? 0x1000 + random.nextInt(3) : random.nextInt(16);
                long data = random.nextBoolean() ? random.nextInt(8) : DATA + random.nextInt(0x1000);
                program.attr(id, new int[] {0, 4, 8, 8, 16, 20, 0xffff}[random.nextInt(7)], random.nextInt(2), data);
            }
            try {
                program.go();
            } catch (ErrnoException expected) {
                assertThat(expected.detail()).isNotBlank();
            }
        }
        program.file.release();
        for (int fd = 0; fd < program.process.files.size(); fd++) {
            if (program.process.files.get(fd) != null) {
                program.process.close(fd);
            }
        }
        assertThat(program.device.tracked()).isZero();
        assertThat(program.device.driver.alive).hasValue(0);
        assertThat(program.device.handlers).isEmpty();
    }

    private Program getContext() {
        return program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT);
    }

    private Program createCq(int cqeBytes) {
        return program.call(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE)
            .attr(UVERBS_ATTR_CREATE_CQ_HANDLE, 0, 0).attr(UVERBS_ATTR_CREATE_CQ_CQE, cqeBytes, 10)
            .attr(UVERBS_ATTR_CREATE_CQ_USER_HANDLE, 8, 1).attr(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, 4, 0)
            .attr(UVERBS_ATTR_CREATE_CQ_RESP_CQE, 4, DATA).attr(UVERBS_ATTR_UHW_OUT, 16, DATA + 0x800);
    }

    private static Program completeCq(Program call, long uhw) {
        call.at(Program.CALL + IoctlHdr.SIZE + 5 * 16 + 8, 8).set(AbiLayout.U64, 0, uhw);
        return call;
    }

    private void createPdAndCq() {
        allocPd();
        createCq(4).go();
    }

    private Program createQp(int capBytes) {
        return program.call(UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE).attr(UVERBS_ATTR_CREATE_QP_HANDLE, 0, 0)
            .attr(UVERBS_ATTR_CREATE_QP_PD_HANDLE, 0, 0).attr(UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, 0, 1)
            .attr(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, 0, 1).attr(UVERBS_ATTR_CREATE_QP_TYPE, 8, 2)
            .attr(UVERBS_ATTR_CREATE_QP_USER_HANDLE, 8, 9).attr(UVERBS_ATTR_CREATE_QP_CAP, capBytes, DATA)
            .attr(UVERBS_ATTR_CREATE_QP_RESP_CAP, 40, DATA + 0x200)
            .attr(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, 4, DATA + 0x300).attr(UVERBS_ATTR_UHW_OUT, 32, DATA + 0x400);
    }

    private void allocPd() {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE).attr(UVERBS_ATTR_WRITE_CMD, 8, 3)
            .attr(UVERBS_ATTR_CORE_IN, 8, 0).attr(UVERBS_ATTR_CORE_OUT, 4, DATA).go();
    }

    private void channel(long response) {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE).attr(UVERBS_ATTR_WRITE_CMD, 8, 17)
            .attr(UVERBS_ATTR_CORE_IN, 8, 0).attr(UVERBS_ATTR_CORE_OUT, 4, response).go();
    }

    private void port(long number) {
        program.call(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT).attr(UVERBS_ATTR_QUERY_PORT_PORT_NUM, 8, number)
            .attr(UVERBS_ATTR_QUERY_PORT_RESP, 48, DATA).go();
    }

    private void header(int offset, int value, Errno errno, String text) {
        getContext().attr(77, 0, 0, 0);
        program.at(Program.CALL, IoctlHdr.SIZE).set(AbiLayout.U16, IoctlHdr.LENGTH, (short) 40);
        program.at(Program.CALL, IoctlHdr.SIZE).set(AbiLayout.U16, IoctlHdr.NUM_ATTRS, (short) 1);
        program.at(Program.CALL, IoctlHdr.SIZE).set(AbiLayout.U16, offset, (short) value);
        refused(program::ioctl, errno, text);
    }

    private static void refused(ThrowingCallable call, Errno errno, String text) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ErrnoException.class, thrown -> {
            assertThat(thrown.errno()).as(thrown.getMessage()).isSameAs(errno);
            assertThat(thrown.detail()).contains(text);
        });
    }
}
