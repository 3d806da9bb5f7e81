package org.softroce.perftest.internal;

import java.io.PrintStream;
import org.softroce.kernel.task.Invocation;

/**
 * What options imply for each other.
 *
 * @mirrors perftest/src/perftest_parameters.c#force_dependecies
 */
final class ParametersCheck {

    private ParametersCheck() { }

    static void settle(Parameters p, Invocation invocation) throws ParametersParser.Exit {
        PrintStream out = invocation.out();
        PrintStream err = invocation.err();
        if (p.duration == 0) {
            p.txDepth = Math.min(p.txDepth, p.iters);
        }
        if (p.inlineGiven) {
            out.print(Parameters.RESULT_LINE);
            err.print("Device not recognized to implement inline feature. Disabling it\n");
            p.inlineSize = 0;
        }
        moderation(p, out);
        if (p.all) {
            p.size = Parameters.MAX_SIZE;
        }
        postList(p, out, err);
        if (p.duration > 0) {
            duration(p, out, err);
        } else if (p.iters > Parameters.MAX_PEAK_ITERS) {
            p.noPeak = true;
        }
    }

    private static void moderation(Parameters p, PrintStream out) {
        if (p.size > Parameters.MSG_SIZE_CQ_MOD_LIMIT && !p.all) {
            if (!p.cqModGiven) {
                p.cqMod = 1;
            } else if (p.cqMod > 1) {
                out.print(Parameters.RESULT_LINE);
                out.print("Warning: Large message requested and CQ moderation enabled\n");
                out.print("Warning: It can lead to inaccurate results\n");
            }
        }
        p.cqMod = Math.min(p.cqMod, p.txDepth);
    }

    private static void postList(Parameters p, PrintStream out, PrintStream err) throws ParametersParser.Exit {
        if (p.postList == 1) {
            return;
        }
        String why = null;
        if (p.duration == 0 && p.iters % p.postList != 0) {
            why = "Number of iterations must be a multiple of post list size";
        } else if (!p.cqModGiven) {
            p.cqMod = p.postList;
            out.print(Parameters.RESULT_LINE);
            out.print("Post List requested - CQ moderation will be the size of the post list\n");
        } else if (p.postList % p.cqMod != 0) {
            why = "Post list size must be a multiple of CQ moderation";
        }
        if (p.postList > p.txDepth) {
            why = "Post list size " + p.postList + " is above the tx depth " + p.txDepth + "; use -t";
        }
        if (why != null) {
            refuse(out, err, why);
        }
    }

    private static void duration(Parameters p, PrintStream out, PrintStream err) throws ParametersParser.Exit {
        if (!p.noPeak) {
            out.print(" WARNING: BW peak won't be measured in this run.\n");
        }
        p.noPeak = true;
        if (p.all) {
            refuse(out, err, "Duration mode currently doesn't support running on all sizes.");
        }
        if (p.margin < 0) {
            p.margin = p.duration / 4;
        }
        if (p.duration <= 2 * p.margin) {
            refuse(out, err, "please check that DURATION > 2*MARGIN");
        }
    }

    private static void refuse(PrintStream out, PrintStream err, String why) throws ParametersParser.Exit {
        out.print(Parameters.RESULT_LINE);
        err.print(why + "\n");
        throw new ParametersParser.Exit(1);
    }
}
