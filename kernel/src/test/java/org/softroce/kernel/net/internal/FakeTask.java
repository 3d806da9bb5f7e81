package org.softroce.kernel.net.internal;

import java.lang.reflect.Proxy;
import org.softroce.kernel.net.NetNamespace;
import org.softroce.kernel.task.Task;

/** A caller that has a namespace and a user id, and nothing else. */
final class FakeTask {

    private FakeTask() { }

    static Task in(NetNamespace namespace, int uid) {
        return (Task) Proxy.newProxyInstance(Task.class.getClassLoader(), new Class<?>[] {Task.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "netNamespace" -> namespace;
                    case "uid" -> uid;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
