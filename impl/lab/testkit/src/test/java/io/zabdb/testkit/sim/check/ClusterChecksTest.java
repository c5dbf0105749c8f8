package io.zabdb.testkit.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.testkit.sim.disk.Disk;
import io.zabdb.testkit.sim.disk.DiskUser;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.store.Command;
import io.zabdb.testkit.sim.store.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ClusterChecksTest {

  private static final DiskUser NOBODY =
      new DiskUser() {
        @Override
        public void logSynced(long length, Zxid last) {}

        @Override
        public void epochWritten(EpochField field, long epoch) {}

        @Override
        public void syncFailed() {}
      };

  private final World world = new World(1, 3, new Timeline(), EventLog.NONE, new Counts());
  private final ClusterChecks checks = new ClusterChecks(world);

  private static Entry entry(long counter, long session, long seq) {
    byte[] payload = new Command(Command.Kind.PUT, 1, counter, 0).encode(0);
    return new Entry(1, counter, session, seq, payload);
  }

  /** Puts entries on the disks of the first nodes. */
  private void write(int holders, Entry... entries) {
    for (int node = 0; node < holders; node++) {
      Disk disk = new Disk(world, node, 0);
      for (int i = 0; i < entries.length; i++) {
        disk.append(i + 1, entries[i]);
      }
      disk.open(NOBODY);
      checks.written(node, disk);
    }
  }

  @Test
  void whileMembersChangeQuorumsOfOldAndNewOnesHoldWhatIsCommitted() {
    World five = new World(1, 5, 3, new Timeline(), EventLog.NONE, new Counts());
    ClusterChecks changing = new ClusterChecks(five);
    Roster join = Roster.NONE.join(0b11100, new long[5], Configuration.ofFirst(3));
    Entry entry = new Entry(1, 1, Roster.SESSION, join.version(), join.encode());
    Store store = new Store();
    store.apply(entry);
    for (int node = 0; node < 4; node++) {
      Disk disk = new Disk(five, node, 0);
      if (node < 3) {
        disk.append(1, entry);
      }
      disk.open(NOBODY);
      changing.written(node, disk);
    }
    changing.applied(0, 1, entry);
    assertTrue(changing.configuration().isJoint());
    violates("AcknowledgedIsDurable", () -> changing.reached(0, 1, store.hash()));
    Disk third = new Disk(five, 3, 0);
    third.append(1, entry);
    third.open(NOBODY);
    changing.written(3, third);
    changing.reached(0, 1, store.hash());
  }

  private static void violates(String property, Executable action) {
    Violation violation = assertThrows(Violation.class, action);
    assertTrue(violation.getMessage().startsWith(property + ":"), violation.getMessage());
  }

  @Test
  void whatAQuorumHoldsMayBeDelivered() {
    write(2, entry(1, 7, 1));
    checks.applied(0, 1, entry(1, 7, 1));
    checks.applied(1, 1, entry(1, 7, 1));
    checks.acknowledged(0, 7, 1, 1);
    assertEquals(1, checks.agreedLength());
  }

  @Test
  void whatOneDiskHoldsIsNotDurable() {
    write(1, entry(1, 7, 1));
    violates("AcknowledgedIsDurable", () -> checks.applied(0, 1, entry(1, 7, 1)));
  }

  @Test
  void replicasMustAgree() {
    write(2, entry(1, 7, 1));
    checks.applied(0, 1, entry(1, 7, 1));
    violates("Agreement", () -> checks.applied(1, 1, entry(1, 8, 1)));
  }

  @Test
  void aRequestThatIsNotPurgedIsLoggedOnce() {
    write(2, entry(1, 7, 1), entry(2, 7, 1));
    checks.applied(0, 1, entry(1, 7, 1));
    violates("LoggedOnce", () -> checks.applied(0, 2, entry(2, 7, 1)));
  }

  @Test
  void aSessionsRequestsComeInOrder() {
    write(2, entry(1, 7, 2));
    violates("SessionsInOrder", () -> checks.applied(0, 1, entry(1, 7, 2)));
  }

  @Test
  void aReadMustSeeWhatWasAgreedWhenItWasAsked() {
    write(2, entry(1, 7, 1));
    checks.applied(0, 1, entry(1, 7, 1));
    long mustSee = checks.readAsked();
    checks.readServed(1, mustSee, 1);
    violates("NoStaleRead", () -> checks.readServed(1, mustSee, 0));
  }

  @Test
  void statesMustBeEqualAfterEqualLogs() {
    write(2, entry(1, 7, 1));
    checks.applied(0, 1, entry(1, 7, 1));
    violates("StatesAgree", () -> checks.reached(0, 1, 12345));
  }

  @Test
  void whatIsNotCommittedMustNotBeAcknowledged() {
    violates("AcknowledgedIsCommitted", () -> checks.acknowledged(0, 7, 1, 1));
  }

  @Test
  void aQuorumMustNotCompactAtOnce() {
    checks.compacting(0, true);
    violates("NeverAQuorumCompacts", () -> checks.compacting(1, true));
  }
}
