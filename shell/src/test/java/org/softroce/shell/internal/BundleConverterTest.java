package org.softroce.shell.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

class BundleConverterTest {
    private final Bundle uverbs = proxy(Bundle.class, "getSymbolicName", "org.softroce.uverbs");
    private final BundleContext context = (BundleContext) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {BundleContext.class}, (self, method, arguments) -> switch (method.getName()) {
                case "getBundles" -> new Bundle[] {uverbs};
                case "getBundle" -> arguments != null && arguments[0].equals(25L) ? uverbs : null;
                default -> throw new UnsupportedOperationException(method.getName());
            });
    private final BundleConverter converter = new BundleConverter(context);

    private static <T> T proxy(Class<T> type, String only, Object answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (self, method, arguments) -> method.getName().equals(only) ? answer : null));
    }

    @Test
    void findsABundleByNumberAndByName() {
        assertThat(converter.convert(Bundle.class, "25") == uverbs).isTrue();
        assertThat(converter.convert(Bundle.class, new StringBuilder("org.softroce.uverbs")) == uverbs).isTrue();
    }

    @Test
    void leavesAloneWhatIsNoBundle() {
        assertThat(converter.convert(Bundle.class, "9999")).isNull();
        assertThat(converter.convert(Bundle.class, "99999999999999999999")).isNull();
        assertThat(converter.convert(Bundle.class, "nosuch")).isNull();
        assertThat(converter.convert(String.class, "25")).isNull();
    }
}
