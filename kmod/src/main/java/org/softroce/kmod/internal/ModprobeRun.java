package org.softroce.kmod.internal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.softroce.kernel.module.Modules;
import org.softroce.kernel.task.Invocation;
import org.softroce.uapi.Errno;
import org.softroce.uapi.ErrnoException;

/**
 * What one modprobe does with each of its arguments.
 *
 * @param firstTime fail where there is nothing to do
 * @param holders   remove what uses the module, too
 */
record ModprobeRun(Modules modules, Invocation invocation, Options options, boolean firstTime, boolean holders) {

    /** Loads a module with its needs; false after an error, which is printed. */
    boolean insert(String alias, List<String> parameters) {
        Modules.ModuleInfo module = modules.find(Kmod.moduleOf(alias));
        if (module == null) {
            log("Module " + alias + " not found in directory " + Kmod.DIRECTORY);
            return false;
        }
        if (options.has('R')) {
            invocation.out().println(module.name());
            return true;
        }
        if (module.loaded() && firstTime) {
            error("could not insert '" + module.name() + "': Module already in kernel", null);
            return false;
        }
        List<String> order = new ArrayList<>(Modprobe.needs(modules, module));
        order.add(module.name());
        for (String name : order) {
            if (options.has('D') || shows() && !modules.find(name).loaded()) {
                invocation.out().println("insmod " + Kmod.path(name) + " ");
            }
        }
        if (isDry()) {
            return true;
        }
        parameters.forEach(parameter -> explain(module.name() + ": unknown parameter '" + parameter + "' ignored"));
        return load(module.name());
    }

    private boolean load(String name) {
        try {
            modules.load(name);
            return true;
        } catch (ErrnoException e) {
            String text = e.errno() == Errno.ENOENT ? "Unknown symbol in module, or unknown parameter (see dmesg)"
                    : e.errno().text();
            error("could not insert '" + name + "': " + text, e);
            return false;
        }
    }

    /** Removes a module, then what it needed and nobody else does; false after an error, which is printed. */
    boolean remove(String alias) {
        Modules.ModuleInfo module = modules.find(Kmod.moduleOf(alias));
        if (module == null) {
            log("Module " + alias + " not found.");
            return false;
        }
        return remove(module);
    }

    private boolean remove(Modules.ModuleInfo found) {
        Modules.ModuleInfo module = found;
        if (!module.loaded()) {
            if (firstTime) {
                log("Module " + module.name() + " is not in kernel.");
            }
            return !firstTime;
        }
        if (holders) {
            for (String user : module.usedBy()) {
                Modules.ModuleInfo holder = modules.find(user);
                if (holder != null && !remove(holder)) {
                    return false;
                }
            }
            module = modules.find(module.name());
        }
        if (!module.usedBy().isEmpty()) {
            log("Module " + module.name() + " is in use.");
            explain("It is used by " + String.join(", ", module.usedBy()) + "; remove that first, or use modprobe -r"
                    + " --remove-holders " + module.name() + ".");
            return false;
        }
        return removeWithNeeds(module);
    }

    private boolean removeWithNeeds(Modules.ModuleInfo module) {
        if (!unload(module.name())) {
            return false;
        }
        for (String need : new ArrayList<>(Modprobe.needs(modules, module)).reversed()) {
            Modules.ModuleInfo needed = modules.find(need);
            if (needed != null && needed.loaded() && needed.usedBy().isEmpty()) {
                unload(need);
            }
        }
        return true;
    }

    private boolean unload(String name) {
        if (shows()) {
            invocation.out().println("rmmod " + name);
        }
        if (isDry()) {
            return true;
        }
        try {
            modules.remove(name);
            return true;
        } catch (ErrnoException e) {
            if (e.errno() == Errno.ENOENT && !firstTime) {
                return true;
            }
            error("could not remove '" + name + "': " + e.errno().text(), e);
            return false;
        }
    }

    private boolean shows() {
        return options.has('v') || options.has('D');
    }

    private boolean isDry() {
        return options.has('n') || options.has('D');
    }

    private PrintStream err() {
        return invocation.err();
    }

    /** FATAL for one module, WARNING for one of many. */
    private void log(String message) {
        if (!options.has('q')) {
            err().println(invocation.name() + (options.has('a') ? ": WARNING: " : ": FATAL: ") + message);
        }
    }

    private void error(String message, ErrnoException e) {
        if (!options.has('q')) {
            Kmod.error(invocation, message);
            if (e != null) {
                Kmod.explain(err(), e);
            }
        }
    }

    private void explain(String message) {
        if (!options.has('q')) {
            err().println(message);
        }
    }
}
