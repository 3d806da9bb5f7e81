package org.softroce.rxe.internal.qp;

import org.softroce.kernel.net.SkBuff;
import org.softroce.roce.Icrc;

/** Finishes frames whose ICRC was left open, in whatever thread shows them to somebody. */
final class IcrcHelp implements SkBuff.ChecksumHelp {
    static final IcrcHelp INSTANCE = new IcrcHelp();

    private final ThreadLocal<Icrc> icrc = ThreadLocal.withInitial(Icrc::new);

    private IcrcHelp() { }

    @Override
    public void complete(SkBuff skb) {
        icrc.get().generate(skb.data(), skb.view(), skb.network(), skb.end() - Icrc.SIZE);
    }
}
