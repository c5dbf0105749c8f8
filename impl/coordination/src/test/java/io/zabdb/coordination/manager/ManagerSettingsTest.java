package io.zabdb.coordination.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings are checked before anything connects. */
class ManagerSettingsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"a:1", "127.0.0.1:2181,b.example:2182", "[::1]:2181", "a:1,[fe80::1%eth0]:2/x/y"})
  void serversAreHostsWithPorts(String servers) {
    assertEquals(servers, ManagerSettings.of(servers).servers());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a:", ":1", "a:1,", "a:1 ,b:2", "a:b", "::1:2181", "a:1;b:2"})
  void otherServersAreRefused(String servers) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> ManagerSettings.of(servers));
    assertTrue(e.getMessage().contains("'" + servers + "'"), e.getMessage());
  }

  @Test
  void timesHaveBounds() {
    ManagerSettings settings = ManagerSettings.of("a:1");
    assertThrows(
        IllegalArgumentException.class, () -> settings.withSessionTimeout(Duration.ofMillis(999)));
    assertThrows(
        IllegalArgumentException.class, () -> settings.withSessionTimeout(Duration.ofMinutes(11)));
    assertThrows(
        IllegalArgumentException.class, () -> settings.withOperationTimeout(Duration.ZERO));
    assertThrows(
        IllegalArgumentException.class, () -> settings.withOperationTimeout(Duration.ofHours(2)));
    UUID cluster = new UUID(3, 4);
    assertEquals(
        new ManagerSettings(
            "a:1", Optional.of(cluster), Duration.ofSeconds(3), Duration.ofSeconds(4)),
        settings
            .withCluster(cluster)
            .withSessionTimeout(Duration.ofSeconds(3))
            .withOperationTimeout(Duration.ofSeconds(4)));
  }
}
