package org.softroce.kernel.task.internal;

/** How many bytes a heap array holds. */
final class HeapArrays {

    private HeapArrays() {
    }

    static long ofArray(Object array) {
        return switch (array) {
            case byte[] a -> a.length;
            case short[] a -> 2L * a.length;
            case char[] a -> 2L * a.length;
            case int[] a -> 4L * a.length;
            case float[] a -> 4L * a.length;
            case long[] a -> 8L * a.length;
            case double[] a -> 8L * a.length;
            default -> throw new IllegalArgumentException("not an array of numbers: " + array.getClass());
        };
    }
}
