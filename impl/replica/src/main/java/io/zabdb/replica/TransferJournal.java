package io.zabdb.replica;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram.Permit;
import io.zabdb.core.message.Datagram.Start;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import io.zabdb.replica.metrics.ReplicaMetrics;
import io.zabdb.replica.metrics.TransferEnd;
import io.zabdb.replica.metrics.TransferReason;
import io.zabdb.replica.status.EventLog;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.replica.status.GroupEvent.Kind;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what a replica does about leadership ({@code specs/transfer}) into events for operators and
 * into metrics, whether or not it is traced; a trace hears everything through it. Not thread-safe:
 * of the event loop.
 */
final class TransferJournal implements TraceSink {

  private static final Logger LOG = LoggerFactory.getLogger(TransferJournal.class);

  /** Others are frequent, or tell nothing of why leadership moves. */
  private static final Set<TransferAction> TOLD =
      EnumSet.of(
          TransferAction.GrantPermit,
          TransferAction.BeginTransfer,
          TransferAction.RequestTransfer,
          TransferAction.AbortTransfer,
          TransferAction.TimeOutTransfer,
          TransferAction.HandOver,
          TransferAction.CompactStep,
          TransferAction.StartCompaction,
          TransferAction.CompactFreely,
          TransferAction.FinishCompaction,
          TransferAction.StartEpoch,
          TransferAction.TakeOffice);

  private static final int NOBODY = -1;

  private final TraceSink trace;
  private final EventLog log;
  private final CompactionJournal compactions;
  private final ReplicaMetrics metrics;
  private final TransferSettings settings;
  private final LongSupplier clock;

  private TransferPolicy policy;
  private String wish = "";
  private int leader = NOBODY;

  // Of a leader.
  private int target = NOBODY;
  private long begun;

  /** The member that this replica handed over to; -1 once some member leads. */
  private int heir = NOBODY;

  private long heirEpoch;
  private long handed;

  /** By which this replica was told to lead; null once it does, or somebody else. */
  private Start start;

  private int predecessor;
  private long started;

  /**
   * @param trace hears what it hears otherwise, too
   * @param log takes the events
   * @param compactions is told what concerns compactions
   * @param clock in nanoseconds from any moment on
   */
  TransferJournal(
      TraceSink trace,
      EventLog log,
      CompactionJournal compactions,
      ReplicaMetrics metrics,
      TransferSettings settings,
      LongSupplier clock) {
    this.trace = trace;
    this.log = log;
    this.compactions = compactions;
    this.metrics = metrics;
    this.settings = settings;
    this.clock = clock;
    policy = settings.policy();
  }

  @Override
  public void taken(TraceEvent event, StateView state) {
    trace.taken(event, state);
  }

  @Override
  public void accepted(Connection connection, StateView state) {
    trace.accepted(connection, state);
  }

  @Override
  public boolean isOn() {
    return trace.isOn();
  }

  @Override
  public boolean hears(TransferAction action) {
    return TOLD.contains(action) || trace.hears(action);
  }

  @Override
  public void taken(TransferEvent event, TransferView view) {
    if (trace.hears(event.action())) {
      trace.taken(event, view);
    }
    switch (event.action()) {
      case GrantPermit -> compactions.permitted(event.peer(), (Permit) event.datagram(), view);
      case BeginTransfer -> beganByItself(event.peer(), view);
      case RequestTransfer -> began(event.peer(), TransferReason.REQUEST, wish);
      case AbortTransfer -> givenUp(TransferEnd.UNFIT, unfit(view));
      case TimeOutTransfer ->
          givenUp(TransferEnd.TIMEOUT, "what was under way took longer than the drain may");
      case HandOver -> handedOver(event.peer(), view.epoch());
      case CompactStep -> compactions.stepped(view, policy);
      case StartCompaction, CompactFreely -> compactions.began(event.peer(), view);
      case FinishCompaction -> compactions.ended();
      case StartEpoch -> told(event.peer(), (Start) event.datagram());
      case TakeOffice -> tookOffice(view);
      default -> {
        // Told to the trace alone.
      }
    }
  }

  // -- of a leader

  /** The next transfer that is asked for is asked for because of this. */
  void wished(String why) {
    wish = why;
  }

  private void beganByItself(int successor, TransferView view) {
    if (view.fit()) {
      began(successor, TransferReason.PRESSURE, pressure(view));
    } else {
      began(successor, TransferReason.HEALTH, "not fit to lead");
    }
  }

  private void began(int successor, TransferReason reason, String why) {
    target = successor;
    begun = clock.getAsLong();
    metrics.transferBegan(reason);
    tell(Kind.TRANSFER_BEGAN, successor, 0, why);
  }

  private String pressure(TransferView view) {
    return compactions.level(view.pressure()) + ", policy " + name(policy);
  }

  private String unfit(TransferView view) {
    if (view.lag(target) > settings.maxLag()) {
      return "it is not connected, or lacks more than " + settings.maxLag() + " entries";
    }
    int heard = view.heardPressure(target);
    if (heard > settings.maxPressure()) {
      return "it is not fit to lead";
    }
    return heard >= settings.threshold()
        ? "it has " + compactions.level(heard)
        : "it may be compacting";
  }

  private void givenUp(TransferEnd end, String why) {
    metrics.transferGivenUp(end);
    tell(Kind.TRANSFER_GIVEN_UP, target, clock.getAsLong() - begun, why);
    target = NOBODY;
  }

  private void handedOver(int successor, long epoch) {
    heir = successor;
    heirEpoch = epoch + 1;
    handed = clock.getAsLong();
    long nanos = clock.getAsLong() - begun;
    metrics.drained(nanos);
    tell(Kind.TRANSFERRED, successor, nanos, "");
    target = NOBODY;
  }

  // -- of a successor

  private void told(int from, Start told) {
    start = told;
    predecessor = from;
    started = clock.getAsLong();
  }

  /** Of a later epoch than the next, another leader or an election came between. */
  private void tookOffice(TransferView view) {
    if (start != null && view.epoch() == start.epoch() + 1) {
      long nanos = clock.getAsLong() - started;
      metrics.tookOver(nanos);
      tell(Kind.TOOK_OVER, predecessor, nanos, "epoch " + view.epoch());
    }
    start = null;
  }

  // -- of all

  /** In the node's log, too: events do not outlive the node. */
  private void tell(Kind kind, int member, long nanos, String text) {
    GroupEvent event = log.add(kind, member, nanos, 0, text);
    LOG.info(
        "group {}: {}, member {}, {} us, {}",
        event.group(),
        kind,
        member,
        TimeUnit.NANOSECONDS.toMicros(nanos),
        text);
  }

  /**
   * Another member leads, or this one.
   *
   * @param now a member, or -1 if there is none
   */
  void leaderChanged(int now, long epoch) {
    if (target != NOBODY) {
      givenUp(TransferEnd.LOST, "this leader lost its leadership");
    }
    if (now != NOBODY && heir != NOBODY) {
      if (now != heir || epoch != heirEpoch) {
        String why = "an election came before the successor, member " + heir;
        tell(Kind.TRANSFER_MISSED, now, clock.getAsLong() - handed, why);
      }
      heir = NOBODY;
    }
    if (now != NOBODY) {
      log.add(Kind.LEADER, now, 0, 0, "epoch " + epoch);
    } else if (leader != NOBODY) {
      log.add(Kind.LEADER_LOST, leader, 0, 0, "");
    }
    leader = now;
  }

  TransferPolicy policy() {
    return policy;
  }

  void policyChanged(TransferPolicy next) {
    log.add(
        Kind.POLICY,
        NOBODY,
        0,
        0,
        name(next) + ", before " + name(policy) + ": an operator's request");
    policy = next;
  }

  /** As the option has it. */
  private static String name(TransferPolicy policy) {
    return policy.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
