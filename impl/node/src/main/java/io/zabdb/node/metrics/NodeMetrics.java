package io.zabdb.node.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.MemoryUse;
import io.zabdb.budget.Purpose;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * What a node measures of itself. Thread-safe; recording takes well under a microsecond and does
 * not block.
 */
public final class NodeMetrics implements AutoCloseable {

  /** The bounds of latency histograms. */
  static final Duration[] BUCKETS = {
    Duration.ofNanos(250_000),
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(20),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Timer[][] requests =
      new Timer[RequestKind.values().length][RequestOutcome.values().length];
  private final Counter forwarded =
      Counter.builder("zabdb.requests.forwarded")
          .description("Requests of clients passed on to another node")
          .register(registry);
  private final Foreground foreground = new Foreground();
  private final NodePauses pauses = new NodePauses(registry);
  private final Map<Integer, GroupMetrics> groups = new ConcurrentHashMap<>();

  public NodeMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
    for (RequestKind kind : RequestKind.values()) {
      for (RequestOutcome outcome : RequestOutcome.values()) {
        requests[kind.ordinal()][outcome.ordinal()] = requestTimer(kind, outcome);
      }
    }
  }

  private Timer requestTimer(RequestKind kind, RequestOutcome outcome) {
    return Timer.builder("zabdb.requests")
        .description("Requests of clients, from receipt to response")
        .tag("kind", kind.name().toLowerCase(Locale.ROOT))
        .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  /**
   * A request has been answered.
   *
   * @param nanos from its receipt
   */
  public void answered(RequestKind kind, RequestOutcome outcome, long nanos) {
    requests[kind.ordinal()][outcome.ordinal()].record(nanos, TimeUnit.NANOSECONDS);
    if (kind.isForeground() && outcome == RequestOutcome.OK) {
      foreground.answered(nanos);
    }
  }

  /** How long that takes for which clients wait. */
  public Foreground foreground() {
    return foreground;
  }

  /** What holds it up. */
  public NodePauses pauses() {
    return pauses;
  }

  /** A request has been passed on to another node. */
  public void requestForwarded() {
    forwarded.increment();
  }

  /** Those of a replica group; the same each time. */
  public GroupMetrics group(int id) {
    return groups.computeIfAbsent(
        id, group -> new GroupMetrics(registry, group, foreground, pauses));
  }

  /** A replica group is none of this node's any more: its figures are not shown again. */
  public void ended(int id) {
    groups.remove(id);
    for (Meter meter : registry.getMeters()) {
      if (String.valueOf(id).equals(meter.getId().getTag("group"))) {
        registry.remove(meter);
      }
    }
  }

  /**
   * Shows a figure of the node.
   *
   * @param name with dots, such as {@code zabdb.disk.free.bytes}
   * @param meaning one sentence
   * @param value asked for with each scrape; must not block
   */
  public void gauge(String name, String meaning, LongSupplier value) {
    Gauge.builder(name, value, LongSupplier::getAsLong)
        .description(meaning)
        .strongReference(true)
        .register(registry);
  }

  /**
   * The same with a label.
   *
   * @param label by which several figures of one name differ
   */
  public void gauge(String name, String meaning, String label, String of, LongSupplier value) {
    Gauge.builder(name, value, LongSupplier::getAsLong)
        .description(meaning)
        .tag(label, of)
        .strongReference(true)
        .register(registry);
  }

  /** Shows the accounts of a budget. */
  public void memory(MemoryBudget budget) {
    for (Purpose purpose : Purpose.values()) {
      MemoryAccount account = budget.account(purpose);
      memory(account, "zabdb.memory.bytes", "What is used of the budget", MemoryUse::used);
      memory(account, "zabdb.memory.limit.bytes", "What may be used", MemoryUse::limit);
      memory(
          account, "zabdb.memory.highest.bytes", "The most that was ever used", MemoryUse::highest);
      memory(account, "zabdb.memory.waiting", "How many wait for room", MemoryUse::waiting);
      FunctionCounter.builder(
              "zabdb.memory.refused", account, known -> (double) known.use().refused())
          .description("How often there was no room")
          .tag("area", purpose.area().label())
          .tag("purpose", purpose.label())
          .register(registry);
    }
  }

  private void memory(
      MemoryAccount account, String name, String meaning, ToDoubleFunction<MemoryUse> figure) {
    Gauge.builder(name, account, known -> figure.applyAsDouble(known.use()))
        .description(meaning)
        .tag("area", account.purpose().area().label())
        .tag("purpose", account.purpose().label())
        .strongReference(true)
        .register(registry);
  }

  /** In the text format of Prometheus. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
