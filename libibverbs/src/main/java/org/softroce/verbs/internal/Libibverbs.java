package org.softroce.verbs.internal;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.softroce.kernel.task.Task;
import org.softroce.verbs.Verbs;
import org.softroce.verbs.VerbsLibrary;
import org.softroce.verbs.driver.VerbsDeviceOps;

/**
 * The library as the machine has it once: it knows the providers. Services of type {@link VerbsDeviceOps} are what
 * {@code verbs_register_driver} and the {@code *.driver} files are to the real one.
 *
 * @mirrors libibverbs/init.c#verbs_register_driver
 */
@Component(immediate = true)
public final class Libibverbs implements VerbsLibrary {
    private final Providers providers = new Providers();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindProvider(VerbsDeviceOps provider) {
        providers.add(provider);
    }

    void unbindProvider(VerbsDeviceOps provider) {
        providers.remove(provider);
    }

    @Override
    public Verbs forTask(Task task) {
        return new TaskVerbs(task, providers);
    }
}
