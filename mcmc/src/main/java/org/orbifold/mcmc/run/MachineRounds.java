package org.orbifold.mcmc.run;

import java.util.List;
import java.util.function.ToLongFunction;
import org.orbifold.mcmc.run.ChainSetup.Leg;

/**
 * Chains on other machines. Here are the chains as they were after the last round; a chain goes out without what it
 * recorded, and comes back with what it recorded since. A round that is not finished has not been.
 */
final class MachineRounds implements Rounds {

    private final Machines machines;
    private final Machines.Shared<ChainSetup> setup;

    MachineRounds(Machines machines, ChainSetup setup) {
        this.machines = machines;
        this.setup = machines.share(setup);
    }

    @Override
    public int width() {
        return machines.width();
    }

    @Override
    public long nanos() {
        return (long) (machines.roundSeconds() * 1e9);
    }

    @Override
    public boolean advance(List<ChainRun> runs, ToLongFunction<ChainRun> pause, long nanos) {
        List<ChainRun> going = runs.stream().filter(run -> run.steps() < pause.applyAsLong(run)).toList();
        List<Leg> legs = going.stream().map(run -> new Leg(run.number(), ChainSetup.save(run, Long.MAX_VALUE),
                pause.applyAsLong(run), nanos)).toList();
        List<byte[]> ends;
        try {
            ends = machines.map(setup, legs, ChainSetup::advance);
        } catch (InterruptedException e) {
            return false;
        }
        for (int i = 0; i < ends.size(); i++) {
            ChainSetup.load(going.get(i), ends.get(i));
        }
        return true;
    }

    @Override
    public void close() {
        setup.close();
    }
}
