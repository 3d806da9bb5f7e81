package org.softroce.verbs;

/**
 * An address vector.
 *
 * @mirrors libibverbs/verbs.h#ibv_ah_attr
 */
public final class IbvAhAttr {
    /** RoCE needs it. */
    public boolean isGlobal;
    public IbvGid dgid = IbvGid.ZERO;
    public int flowLabel;
    public int sgidIndex;
    public int hopLimit;
    public int trafficClass;
    public int dlid;
    public int sl;
    public int srcPathBits;
    public int staticRate;
    public int portNum;
}
