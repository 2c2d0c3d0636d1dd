package org.orbifold.mcmc.testing;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Times that do not grow when the machine is busy with something else, as a clock's do. */
public final class ProcessorTime {

    private ProcessorTime() { }

    /** Lower bound on the wall time of work on this number of threads if the processors were idle, in seconds. */
    public static double leastSeconds(int threads, Runnable work) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long began = system.getProcessCpuTime();
        work.run();
        return (system.getProcessCpuTime() - began) / 1e9
                / Math.min(threads, Runtime.getRuntime().availableProcessors());
    }
}
