package org.softroce.iproute2.rdma.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a list of resources is narrowed to: {@code lqpn 17-20,33 state RTS}. Names may be shortened.
 *
 * @mirrors iproute2/rdma/utils.c#rd_build_filter
 */
final class Filters {

    private static final String NUMBER_CHARACTERS = "1234567890,-";

    private record Filter(String key, String value) { }

    private final List<Filter> filters = new ArrayList<>();

    /**
     * Takes one pair.
     *
     * @param numbers names whose values are numbers
     * @param words names whose values are words
     * @return the complaint, or {@code null}
     */
    String add(String key, String value, List<String> numbers, List<String> words) {
        boolean number = numbers.stream().anyMatch(name -> name.startsWith(key));
        if (!number && words.stream().noneMatch(name -> name.startsWith(key))) {
            return "Unsupported filter option: " + key;
        }
        if (number && !value.chars().allMatch(c -> NUMBER_CHARACTERS.indexOf(c) >= 0)) {
            return key + " filter accepts \"" + NUMBER_CHARACTERS + "\" characters only";
        }
        filters.add(new Filter(key, value.toLowerCase(Locale.ROOT)));
        return null;
    }

    private Filter of(String name) {
        return filters.stream().filter(filter -> name.startsWith(filter.key)).findFirst().orElse(null);
    }

    /** Something is asked about this name. */
    boolean isAsked(String name) {
        return of(name) != null;
    }

    /** The value is one of those asked for, or nothing is asked. */
    boolean admits(String name, long value) {
        Filter filter = of(name);
        return filter == null || inRanges(filter.value, value);
    }

    boolean admits(String name, String value) {
        Filter filter = of(name);
        return filter == null || List.of(filter.value.split(",")).contains(value.toLowerCase(Locale.ROOT));
    }

    /** {@code 3}, {@code 3,5}, {@code 3-7,9}. */
    private static boolean inRanges(String ranges, long value) {
        for (String range : ranges.split(",")) {
            String[] ends = range.split("-");
            if (ends.length > 0 && !ends[0].isEmpty() && number(ends[0]) <= value
                    && value <= number(ends[ends.length - 1])) {
                return true;
            }
        }
        return false;
    }

    private static long number(String digits) {
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}
