package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.environment.peer.PeerPort;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** To whom a replica with an empty log keeps links: to all that it knows, or to those that vote. */
class EmptyReplicaTest {

  private final Map<String, Object> state = new HashMap<>(Map.of("historyLength", 0L));
  private final List<Object> voters = new ArrayList<>();

  private final PeerPort port =
      (PeerPort)
          Proxy.newProxyInstance(
              PeerPort.class.getClassLoader(),
              new Class<?>[] {PeerPort.class},
              (proxy, method, arguments) -> {
                assertEquals("votersChanged", method.getName());
                voters.add(arguments[0]);
                return null;
              });

  private EmptyReplica replica(int self, int members, boolean founds) {
    Settings settings =
        new Settings(
            self,
            members,
            5,
            1,
            Settings.Timing.DEFAULT,
            Settings.Limits.DEFAULT,
            TransferSettings.DEFAULT,
            50,
            founds,
            false);
    return new EmptyReplica(7, settings, Duration.ofMillis(10), ShownState.of(state), port);
  }

  private int linksToAll(EmptyReplica replica) {
    voters.clear();
    replica.begin();
    replica.turnEnded();
    voters.forEach(each -> assertEquals(0L, each));
    return voters.size();
  }

  @Test
  void whoFoundsAloneIsToBeHeardByAll() {
    EmptyReplica alone = replica(0, 1, true);
    assertEquals(1, linksToAll(alone));
    state.put("historyLength", 1L);
    assertEquals(0, linksToAll(alone));
  }

  @Test
  void severalFoundersKnowWhoMayHaveTheGroup() {
    assertEquals(0, linksToAll(replica(0, 3, true)));
    // As one that joins it has links to all by its number.
    assertEquals(0, linksToAll(replica(1, 1, true)));
  }

  /** All founders may have been replaced since. */
  @Test
  void whoTakesTheGroupAgainIsToBeHeardByAll() {
    EmptyReplica returned = replica(0, 3, false);
    assertEquals(1, linksToAll(returned));
    state.put("historyLength", 1L);
    assertEquals(0, linksToAll(returned));
  }
}
