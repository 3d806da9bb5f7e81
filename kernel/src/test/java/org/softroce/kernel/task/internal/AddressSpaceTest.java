package org.softroce.kernel.task.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

final class AddressSpaceTest {

    private final AddressSpace memory = new AddressSpace();

    private static void fails(Errno errno, String text, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ErrnoException.class, e -> {
            assertThat(e.errno()).isEqualTo(errno);
            assertThat(e.detail()).contains(text);
        });
    }

    @Test
    void allocatedMemoryIsZeroAlignedAndAtItsRealAddress() {
        MemorySegment segment = memory.allocate(10_000, 4096);
        assertThat(segment.address() % 4096).isZero();
        assertThat(segment.get(ValueLayout.JAVA_BYTE, 9_999)).isZero();
        segment.set(ValueLayout.JAVA_BYTE, 9_999, (byte) 7);
        MemorySegment copy = MemorySegment.ofArray(new byte[4]);
        memory.read(segment.address() + 9_998, copy, 1, 2);
        assertThat(copy.toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, 0, 7, 0);
    }

    @Test
    void rangesBeyondARegionAreFaultsAndNothingIsCopied() {
        MemorySegment segment = memory.allocate(100, 8);
        long address = segment.address() + 90;
        MemorySegment source = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
        fails(Errno.EFAULT, "0x" + Long.toHexString(address) + " with a length of 11 bytes",
                () -> memory.write(address, source, 0, 11));
        assertThat(segment.get(ValueLayout.JAVA_BYTE, 90)).isZero();
        memory.write(address, source, 0, 10);
        assertThat(segment.get(ValueLayout.JAVA_BYTE, 99)).isEqualTo((byte) 10);
        fails(Errno.EFAULT, "length of -1", () -> memory.map(address, -1));
        fails(Errno.EFAULT, "0x0", () -> memory.read(0, source, 0, 1));
    }

    @Test
    void attachmentsAreCounted() {
        MemorySegment segment = Arena.ofAuto().allocate(64);
        long address = memory.attach(segment);
        assertThat(address).isEqualTo(segment.address());
        assertThat(memory.attach(segment)).isEqualTo(address);
        memory.detach(address);
        memory.map(address, 64);
        memory.detach(address);
        fails(Errno.EFAULT, "not memory of the task", () -> memory.map(address, 64));
        fails(Errno.EINVAL, "nothing is attached at", () -> memory.detach(address));
    }

    @Test
    void heapArraysKeepOneAddressWhileAttachedAndNeverOverlap() {
        byte[] first = new byte[5000];
        byte[] second = new byte[5000];
        long[] third = new long[1000];
        long one = memory.attach(MemorySegment.ofArray(first));
        long two = memory.attach(MemorySegment.ofArray(second));
        long three = memory.attach(MemorySegment.ofArray(third));
        assertThat(one).isEqualTo(AddressSpace.HEAP_BASE);
        assertThat(two).isGreaterThanOrEqualTo(one + 5000);
        assertThat(three).isGreaterThanOrEqualTo(two + 5000);
        assertThat(three % 4096).isZero();
        assertThat(memory.attach(MemorySegment.ofArray(second).asSlice(100, 10))).isEqualTo(two + 100);
        memory.write(two + 100, MemorySegment.ofArray(new byte[] {42}), 0, 1);
        assertThat(second[100]).isEqualTo((byte) 42);
        memory.detach(two);
        assertThat(memory.attach(MemorySegment.ofArray(second))).isEqualTo(two);
    }

    @Test
    void aWideRegionIsFoundBehindASmallOneThatStartsLater() {
        MemorySegment wide = Arena.ofAuto().allocate(1000);
        memory.attach(wide);
        memory.attach(wide.asSlice(500, 4));
        assertThat(memory.map(wide.address() + 502, 400).address()).isEqualTo(wide.address() + 502);
    }

    @Test
    void viewsStayValidAfterDetach() {
        MemorySegment segment = memory.allocate(16, 8);
        MemorySegment view = memory.map(segment.address() + 8, 8);
        memory.free(segment);
        memory.clear();
        view.set(ValueLayout.JAVA_LONG, 0, 5);
        assertThat(segment.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(5);
        assertThat(view.byteSize()).isEqualTo(8);
    }

    @Test
    void confinedAndReadOnlyAndEmptySegmentsAreRefusedWithAReason() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(8);
            fails(Errno.EINVAL, "confined arena", () -> memory.attach(confined));
        }
        fails(Errno.EINVAL, "read-only", () -> memory.attach(Arena.ofAuto().allocate(8).asReadOnly()));
        fails(Errno.EINVAL, "empty", () -> memory.attach(MemorySegment.ofArray(new byte[0])));
        fails(Errno.EINVAL, "power of two", () -> memory.allocate(8, 3));
    }

    @Test
    void aClosedArenaIsAFaultAndItsAddressCanBeAttachedAgain() {
        MemorySegment view;
        long address;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(64);
            address = memory.attach(segment);
            view = memory.map(address, 64);
        }
        fails(Errno.EFAULT, "0x" + Long.toHexString(address), () -> memory.map(address, 1));
        assertThatThrownBy(() -> view.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment again = MemorySegment.ofAddress(address).reinterpret(64, arena, null);
            memory.attach(again);
            assertThat(memory.map(address, 64).scope()).isEqualTo(again.scope());
            memory.detach(address);
        }
    }
}
