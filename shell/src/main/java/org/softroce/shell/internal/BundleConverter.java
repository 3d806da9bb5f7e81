package org.softroce.shell.internal;

import java.util.Map;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/**
 * Lets Gogo's {@code stop}, {@code update}, {@code uninstall} and their like take a bundle by number or symbolic name.
 * Gogo's own converter comes with its shell, which is not here.
 */
final class BundleConverter implements Converter {
    private final BundleContext context;

    BundleConverter(BundleContext context) {
        this.context = context;
    }

    /** Makes the converter known to the Gogo that runs or will run. */
    void register() {
        context.registerService(Converter.class, this, FrameworkUtil.asDictionary(
                Map.of(Converter.CONVERTER_CLASSES, Bundle.class.getName())));
    }

    @Override
    public Object convert(Class<?> type, Object in) {
        if (type != Bundle.class || !(in instanceof CharSequence)) {
            return null;
        }
        String name = in.toString();
        if (name.matches("[0-9]{1,18}")) {
            return context.getBundle(Long.parseLong(name));
        }
        for (Bundle bundle : context.getBundles()) {
            if (name.equals(bundle.getSymbolicName())) {
                return bundle;
            }
        }
        return null;
    }

    @Override
    public CharSequence format(Object target, int level, Converter escape) {
        return null;
    }
}
