package org.orbifold.pgm.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BudgetTest {

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void noTimeIsOverAtOnce() {
        Budget none = Budget.ofSeconds(0);
        assertThat(none.isOver()).isTrue();
        assertThat(none.isCancelled()).isFalse();
        assertThat(none.secondsLeft()).isZero();
        assertThatExceptionOfType(OutOfTimeException.class).isThrownBy(none::check)
                .withMessage("the time limit of 0.00 s was reached");
    }

    @Test
    void withoutALimitOnlyACancellationEndsIt() {
        for (Budget budget : List.of(Budget.unlimited(), Budget.ofSeconds(Double.POSITIVE_INFINITY))) {
            assertThat(budget.isLimited()).isFalse();
            assertThat(budget.secondsLeft()).isInfinite();
            assertThat(budget.until(0.1).isOver()).isFalse();
            assertThat(budget.share(0).isOver()).isFalse();
            budget.cancel();
            assertThat(budget.isOver()).isTrue();
            assertThatExceptionOfType(OutOfTimeException.class).isThrownBy(budget::check)
                    .withMessage("it was cancelled");
        }
    }

    @Test
    void phasesEndByTheirShareOfTheWhole() {
        Budget whole = Budget.ofSeconds(1000);
        assertThat(whole.until(0.25).secondsLeft()).isCloseTo(250, within(5.0));
        assertThat(whole.until(1).secondsLeft()).isCloseTo(1000, within(5.0));
        assertThat(whole.share(0.5).secondsLeft()).isCloseTo(500, within(5.0));
        assertThat(whole.share(0.5).share(0.5).secondsLeft()).isCloseTo(250, within(5.0));
        assertThat(whole.atMost(3).secondsLeft()).isCloseTo(3, within(1.0));
        assertThat(whole.atMost(1e6).secondsLeft()).isCloseTo(1000, within(5.0));
        assertThat(whole.atMost(Double.POSITIVE_INFINITY).secondsLeft()).isCloseTo(1000, within(5.0));
        assertThat(whole.withoutLimit().secondsLeft()).isInfinite();
    }

    @Test
    void whatIsLateEndsSoonAfter() {
        Budget over = Budget.ofSeconds(0);
        assertThat(over.late().secondsLeft()).isBetween(0.0, 0.1);
        while (!over.late().isOver()) {
            Thread.onSpinWait();
        }
        assertThat(over.share(0.5).late().isOver()).as("a phase of it is as late").isTrue();
        assertThat(Budget.ofSeconds(1000).late().secondsLeft()).isCloseTo(1000, within(5.0));
        assertThat(Budget.unlimited().late().isLimited()).isFalse();
        Budget cancelled = Budget.ofSeconds(1000);
        Budget late = cancelled.late();
        cancelled.cancel();
        assertThat(late.isOver()).isTrue();
    }

    @Test
    void aCancellationReachesPhasesAndNotTheOtherWayRound() {
        Budget whole = Budget.unlimited();
        Budget phase = whole.until(0.5);
        phase.cancel();
        assertThat(phase.share(1).isOver()).isTrue();
        assertThat(whole.isOver()).isFalse();
        Budget other = whole.share(1);
        whole.cancel();
        assertThat(other.isOver()).isTrue();
        assertThat(other.secondsLeft()).isZero();
    }

    @Test
    void anInterruptIsACancellation() {
        Budget budget = Budget.unlimited();
        Thread.currentThread().interrupt();
        assertThat(budget.isOver()).isTrue();
        assertThat(Thread.interrupted()).as("the status stays").isTrue();
        assertThat(budget.isOver()).as("a later question is not ended by it").isFalse();
    }

    @Test
    void refusesWhatIsNoTime() {
        assertThatIllegalArgumentException().isThrownBy(() -> Budget.ofSeconds(-1)).withMessageContaining("-1.0 s");
        assertThatIllegalArgumentException().isThrownBy(() -> Budget.ofSeconds(Double.NaN));
    }

    /** The waiting thread is interrupted while both workers are busy: they end, and its status is set. */
    @Test
    void anInterruptReachesWorkers() throws InterruptedException {
        Budget budget = Budget.unlimited();
        CountDownLatch busy = new CountDownLatch(2);
        boolean[] status = {false};
        Thread waiting = new Thread(() -> {
            try (Workers workers = new Workers(2, budget)) {
                workers.map(2, i -> {
                    busy.countDown();
                    while (!budget.isOver()) {
                        Thread.onSpinWait();
                    }
                    return i;
                });
            }
            status[0] = Thread.currentThread().isInterrupted();
        });
        waiting.start();
        busy.await();
        waiting.interrupt();
        waiting.join(60_000);
        assertThat(waiting.isAlive()).isFalse();
        assertThat(status[0]).isTrue();
    }

    @Test
    void workersKeepTheOrder() {
        for (int threads : new int[] {1, 3}) {
            try (Workers workers = new Workers(threads, Budget.unlimited())) {
                assertThat(workers.map(List.of("a", "b", "c"), s -> s + s)).containsExactly("aa", "bb", "cc");
                assertThat(workers.map(4, i -> i * i)).containsExactly(0, 1, 4, 9);
            }
        }
    }
}
