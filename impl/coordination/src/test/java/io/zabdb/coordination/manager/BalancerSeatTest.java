package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.assertFails;
import static io.zabdb.coordination.manager.Fixture.await;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.BalanceSettings;
import io.zabdb.coordination.format.GroupUpkeep;
import io.zabdb.coordination.format.PartitionUpkeep;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While operators want it, one of the nodes has the seat, and the next one when that is gone. */
class BalancerSeatTest {

  private static final PartitionUpkeep SPLIT =
      new PartitionUpkeep(true, PartitionUpkeep.USUAL_BYTES);

  private static final BalanceSettings ON =
      new BalanceSettings(true, 1_000, 20, SPLIT, GroupUpkeep.NONE);
  private static final BalanceSettings OFF =
      new BalanceSettings(false, 1_000, 20, SPLIT, GroupUpkeep.NONE);

  @TempDir private Path directory;

  private final Paths paths = new Paths(CLUSTER);
  private Fixture fixture;
  private CuratorFramework plain;
  private ConfigurationManager one;
  private ConfigurationManager other;

  @BeforeEach
  void start() throws Exception {
    fixture = new Fixture(directory);
    plain = fixture.plainClient();
    one = fixture.manager();
    other = fixture.manager();
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private void create() throws Exception {
    get(one.createCluster(definition(CLUSTER)));
  }

  private static boolean balances(ConfigurationManager manager) {
    return manager.balancerSeat().view().isToBalance();
  }

  private void takeBoth() {
    one.balancerSeat().take(1);
    other.balancerSeat().take(2);
  }

  private void switchOn() throws Exception {
    get(other.balancerSeat().set(ON));
    await("a balancer", () -> balances(one) || balances(other));
  }

  private SeatView now() throws Exception {
    return get(other.balancerSeat().read());
  }

  @Test
  void nobodyHasItUntilItIsWanted() throws Exception {
    create();
    assertEquals(SeatView.NONE, now());
    takeBoth();
    get(one.balancerSeat().set(OFF));
    await(
        "settings that are seen",
        () -> one.balancerSeat().view().settings().equals(Optional.of(OFF)));
    assertFalse(balances(one));
    assertEquals(OptionalInt.empty(), now().holder());
    switchOn();
    assertNotEquals(balances(one), balances(other));
    assertEquals(OptionalInt.of(balances(one) ? 1 : 2), now().holder());
    assertEquals(Optional.of(ON), now().settings());
  }

  @Test
  void itIsLeftWhenItIsNotWantedAnyMore() throws Exception {
    create();
    takeBoth();
    switchOn();
    get(one.balancerSeat().set(OFF));
    await("nobody balances", () -> !balances(one) && !balances(other));
    await("nobody has it", () -> now().holder().isEmpty());
    switchOn();
  }

  @Test
  void theNextOneTakesItWhenItsHolderIsGone() throws Exception {
    create();
    one.balancerSeat().take(1);
    switchOn();
    other.balancerSeat().take(2);
    await("the other one sees it", () -> other.balancerSeat().view().holder().equals(node(1)));
    assertFalse(balances(other));
    one.close();
    await("the other one has it", () -> balances(other));
    assertFalse(balances(one));
    assertEquals(node(2), now().holder());
  }

  @Test
  void aSessionThatEndsIsTheEndOfIt() throws Exception {
    create();
    takeBoth();
    switchOn();
    for (int round = 0; round < 3; round++) {
      long before = owner();
      Fixture.endSessions(plain);
      await("another session has it", () -> owner() != 0 && owner() != before);
      await("its process knows", () -> balances(one) != balances(other));
    }
  }

  private long owner() throws Exception {
    var stat = plain.checkExists().forPath(paths.balancer());
    return stat == null ? 0 : stat.getEphemeralOwner();
  }

  /** Whoever has it does nothing while it cannot know whether it still has it. */
  @Test
  void itIsNobodysWhereTheManagerIsOutOfReach() throws Exception {
    create();
    takeBoth();
    switchOn();
    fixture.stopServer();
    await("none balances", () -> !balances(one) && !balances(other));
    fixture.startServer();
    await("one balances again", () -> balances(one) || balances(other));
  }

  @Test
  void settingsThatMakeNoSenseAreAsGoodAsOff() throws Exception {
    create();
    takeBoth();
    switchOn();
    for (String bad :
        new String[] {
          "nonsense", "{\"format\":1,\"on\":true,\"nodeHits\":0,\"every\":20}", "{\"format\":2}"
        }) {
      plain.setData().forPath(paths.balance(), bad.getBytes(StandardCharsets.UTF_8));
      await(bad, () -> !balances(one) && !balances(other));
      assertTrue(
          assertFails(ManagerError.MALFORMED, other.balancerSeat().read())
              .getMessage()
              .contains(paths.balance()));
      switchOn();
    }
  }

  @Test
  void aClusterThatIsNotThereHasNoSeat() throws Exception {
    ConfigurationManager early = fixture.manager(fixture.settings().withCluster(new UUID(1, 2)));
    early.balancerSeat().take(1);
    assertFails(ManagerError.NO_SUCH_CLUSTER, early.balancerSeat().set(ON));
    assertFalse(balances(early));
  }

  /** Nodes may be there before their cluster is known. */
  @Test
  void itIsTakenOnceTheClusterIsThere() throws Exception {
    ConfigurationManager early = fixture.manager(fixture.settings().withCluster(CLUSTER));
    early.balancerSeat().take(3);
    create();
    get(one.balancerSeat().set(ON));
    await("it balances", () -> balances(early));
  }

  private static OptionalInt node(int id) {
    return OptionalInt.of(id);
  }
}
