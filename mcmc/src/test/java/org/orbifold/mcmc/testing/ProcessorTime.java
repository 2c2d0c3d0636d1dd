package org.orbifold.mcmc.testing;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Times that do not grow when the machine is busy with something else, as a clock's do. */
public final class ProcessorTime {

    private ProcessorTime() { }

    /** What work would take at the least if all processors were this process's own, in seconds. */
    public static double leastSeconds(Runnable work) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long began = system.getProcessCpuTime();
        work.run();
        return (system.getProcessCpuTime() - began) / 1e9 / Runtime.getRuntime().availableProcessors();
    }
}
