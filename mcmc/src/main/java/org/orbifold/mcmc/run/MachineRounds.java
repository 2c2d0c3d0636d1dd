package org.orbifold.mcmc.run;

import java.util.List;
import java.util.function.ToLongFunction;
import org.orbifold.mcmc.run.ChainSetup.Leg;
import org.orbifold.pgm.time.Budget;

/**
 * Chains on other machines. The driver holds the chains as of the last completed round; a chain is sent without its
 * recorded series and returns with the new rows. An interrupted round is discarded.
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
    public boolean mayBeShort() {
        return false;
    }

    @Override
    public double seconds() {
        return machines.roundSeconds();
    }

    @Override
    public void advance(List<ChainRun> runs, ToLongFunction<ChainRun> pause, double seconds, Budget budget) {
        double most = Math.min(seconds, budget.secondsLeft());
        List<ChainRun> going = runs.stream().filter(run -> run.steps() < pause.applyAsLong(run)).toList();
        List<Leg> legs = going.stream().map(run -> new Leg(run.number(), ChainSetup.save(run, Long.MAX_VALUE),
                pause.applyAsLong(run), most)).toList();
        List<byte[]> ends;
        try {
            ends = machines.map(setup, legs, ChainSetup::advance);
        } catch (InterruptedException e) {
            budget.cancel();
            Thread.currentThread().interrupt();
            return;
        }
        for (int i = 0; i < ends.size(); i++) {
            ChainSetup.load(going.get(i), ends.get(i));
        }
    }

    @Override
    public void close() {
        setup.close();
    }
}
