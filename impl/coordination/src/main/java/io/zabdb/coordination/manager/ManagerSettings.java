package io.zabdb.coordination.manager;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * How to reach the configuration manager.
 *
 * @param servers of ZooKeeper, {@code HOST:PORT,HOST:PORT,...}; the path of a znode that exists may
 *     follow, below which all is kept then. An IPv6 address stands in brackets
 * @param cluster which one; if empty, the only one there is
 * @param sessionTimeout after which a silent process counts as gone, 1 s to 10 min. ZooKeeper may
 *     bring it into bounds of its own
 * @param operationTimeout after which an operation fails as {@code UNAVAILABLE}, 1 ms to 1 h
 */
public record ManagerSettings(
    String servers, Optional<UUID> cluster, Duration sessionTimeout, Duration operationTimeout) {

  private static final Pattern SERVERS = Pattern.compile(server() + "(," + server() + ")*(/.*)?");

  public ManagerSettings {
    if (!SERVERS.matcher(servers).matches()) {
      throw new IllegalArgumentException(
          "the servers of the configuration manager are '" + servers + "', not HOST:PORT,...");
    }
    require("session timeout", sessionTimeout, Duration.ofSeconds(1), Duration.ofMinutes(10));
    require("operation timeout", operationTimeout, Duration.ofMillis(1), Duration.ofHours(1));
  }

  /** The only cluster there, sessions and operations of 10 s. */
  public static ManagerSettings of(String servers) {
    return new ManagerSettings(
        servers, Optional.empty(), Duration.ofSeconds(10), Duration.ofSeconds(10));
  }

  public ManagerSettings withCluster(UUID name) {
    return new ManagerSettings(servers, Optional.of(name), sessionTimeout, operationTimeout);
  }

  public ManagerSettings withSessionTimeout(Duration timeout) {
    return new ManagerSettings(servers, cluster, timeout, operationTimeout);
  }

  public ManagerSettings withOperationTimeout(Duration timeout) {
    return new ManagerSettings(servers, cluster, sessionTimeout, timeout);
  }

  private static String server() {
    return "(\\[[0-9a-zA-Z:.%]+\\]|[^\\s,:/\\[\\]]+):\\d{1,5}";
  }

  private static void require(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "the " + what + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
