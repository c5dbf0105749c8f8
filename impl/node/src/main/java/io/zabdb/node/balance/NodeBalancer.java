package io.zabdb.node.balance;

import io.zabdb.client.ZabClient;
import io.zabdb.client.ZabClientBuilder;
import io.zabdb.coordination.manager.BalancerSeat;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.rpc.RequestHandler;
import java.time.Duration;
import java.util.Optional;

/**
 * The balancer as a part of a node: it takes the seat when that is free, and answers operators.
 * Without a configuration manager there is no seat. Thread-safe.
 */
public final class NodeBalancer implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final NodeConfig config;
  private final Optional<BalancerSeat> seat;

  /** Null: it has not begun. */
  private volatile BalancerService service;

  public NodeBalancer(NodeContext context) {
    config = context.config();
    seat = context.coordination().map(ConfigurationManager::balancerSeat);
  }

  /** Takes what operators want. */
  public RequestHandler requests() {
    return seat.<RequestHandler>map(known -> new BalancerRequests(known, this::lastRound))
        .orElse(BalancerRequests.NONE);
  }

  private Optional<RoundReport> lastRound() {
    BalancerService running = service;
    return running == null ? Optional.empty() : running.lastRound();
  }

  /**
   * Takes part from now on; once.
   *
   * @param own where clients reach this node
   */
  public void begin(Address own) {
    seat.ifPresent(
        known -> {
          known.take(config.node());
          service = BalancerService.start(known::view, () -> connect(own));
        });
  }

  /** All else is learnt from this node itself. */
  private ZabClient connect(Address own) {
    ZabClientBuilder builder =
        ZabClient.builder()
            .nodes(own.toString())
            .cluster(config.cluster())
            .timeout(TIMEOUT)
            .threads(1);
    config.network().tls().ifPresent(builder::tls);
    return builder.build();
  }

  @Override
  public void close() {
    if (service != null) {
      service.close();
    }
  }
}
