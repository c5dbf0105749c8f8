package io.zabdb.testkit.sim.check;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.testkit.sim.disk.Disk;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.node.SimulatedReplica;
import io.zabdb.testkit.sim.node.Watcher;
import java.util.Map;
import java.util.TreeMap;

/**
 * The properties of MCZab and MCLeadershipTransfer that speak of more than one replica, checked as
 * the nodes go along: each call looks only at what has changed. Throws {@link Violation}.
 */
public final class ClusterChecks implements Watcher {

  /** A member came with a new disk, and its old one counts no more. */
  public static final String RETIRED = "disk: replaced, old one retired";

  /** A new disk has caught up and counts. */
  public static final String ADMITTED = "disk: replaced, new one admitted";

  /** An entry was committed that would not be without an admitted disk. */
  public static final String NEEDED_AGAIN = "disk: replaced, new one needed for a commit";

  private final World world;
  private final AgreedLog agreed = new AgreedLog();
  private final Disk[] disks;
  private final Map<Long, Integer> leaders = new TreeMap<>();
  private final long[] leads;
  private final MemberChecks members;
  private long compacting;
  private long up;

  public ClusterChecks(World world) {
    this.world = world;
    members = new MemberChecks(world.counts(), world.founders());
    disks = new Disk[world.nodes()];
    leads = new long[world.nodes()];
  }

  /** How many entries any replica knows to be committed. */
  public long agreedLength() {
    return agreed.length();
  }

  /** In how many epochs a leader was established. */
  public int epochs() {
    return leaders.size();
  }

  @Override
  public void applied(int node, long index, Entry entry) {
    long before = agreed.lastOf(entry.session());
    Roster rosterBefore = agreed.roster();
    long floor = agreed.floor();
    if (agreed.deliver(node, index, entry)) {
      countDisks(rosterBefore, agreed.roster());
      members.joins(rosterBefore, agreed.roster());
      Configuration now = configuration();
      members.agreed(now, entry.epoch(), leaders.getOrDefault(entry.epoch(), -1), up);
      // What is between Join and Leave may be committed by Leave, and those that it names.
      if (!now.isJoint()) {
        checkDurable();
      }
      checkLoggedOnce(before, entry);
      if (agreed.floor() > floor) {
        world.counts().add("store: sessions forgotten");
      }
    }
  }

  /** Numbers rise, unless the leader has purged the last entry of the session before. */
  private void checkLoggedOnce(long before, Entry entry) {
    if (before == 0 || agreed.entry(before).seq() < entry.seq()) {
      return;
    }
    world.counts().add("replica: retry of a purged request logged");
    Integer leader = leaders.get(entry.epoch());
    if (leader == null || disks[leader].purged() < before) {
      throw new Violation(
          "LoggedOnce", entry + " is logged behind " + agreed.entry(before) + " at " + before);
    }
  }

  @Override
  public void reached(int node, long length, long hash) {
    agreed.checkState(node, length, hash);
    checkDurable();
    checkCompacting();
  }

  @Override
  public void written(int node, Disk disk) {
    disks[node] = disk;
    checkDurable();
  }

  private void countDisks(Roster before, Roster now) {
    Configuration voters = before.configuration(members.founders());
    for (int node = 0; node < world.nodes() && before.version() > 0; node++) {
      if (voters.includes(node) && before.disk(node) != now.disk(node)) {
        boolean retired = now.disk(node) == Roster.NOBODY;
        world.counts().add(retired ? RETIRED : ADMITTED);
      }
    }
  }

  /** AcknowledgedIsDurable. By LogMatching it is enough to look at the last entry. */
  private void checkDurable() {
    long holders = 0;
    int original = 0;
    for (int node = 0; node < disks.length; node++) {
      Disk disk = disks[node];
      if (disk != null && configuration().includes(node) && holds(disk, agreed.length())) {
        holders = Members.with(holders, node);
        original += disk.number() <= Node.FIRST_DISK ? 1 : 0;
      }
    }
    int held = Long.bitCount(holders);
    if (held == Long.bitCount(configuration().last()) / 2 + 1 && original < held) {
      world.counts().add(NEEDED_AGAIN);
    }
    members.held(holders);
    if (agreed.length() > 0 && !configuration().isQuorum(holders | forgotten())) {
      throw new Violation(
          "AcknowledgedIsDurable",
          String.format(
              "entry %d is committed, but on %d disks only, members are %s",
              agreed.length(), held, configuration()));
    }
  }

  /** The members that have another disk than the one that counts: each held what it held. */
  private long forgotten() {
    long forgotten = 0;
    for (int node = 0; node < disks.length; node++) {
      if (!isWhole(node)) {
        forgotten = Members.with(forgotten, node);
      }
    }
    return forgotten;
  }

  /** Who votes by the agreed log. */
  public Configuration configuration() {
    return agreed.roster().configuration(members.founders());
  }

  /** Those that found the group. */
  public Configuration founders() {
    return members.founders();
  }

  /** The last roster of the agreed log. */
  public Roster roster() {
    return agreed.roster();
  }

  /** Whether a node's disk is one that counts, or no roster is committed yet. */
  public boolean isWhole(int node) {
    return disks[node] == null
        || disks[node].number() == 0
        || !isFounded()
        || agreed.roster().counts(node, disks[node].number());
  }

  /** Whether a group whose disks have numbers has been founded. */
  public boolean isFounded() {
    return agreed.roster().version() > 0 && !agreed.roster().isFounding();
  }

  private boolean holds(Disk disk, long length) {
    return disk.synced() >= length
        && disk.purged() <= length
        && disk.zxidAt(length).equals(agreed.zxidAt(length));
  }

  @Override
  public void stepped(int node, SimulatedReplica replica) {
    up = Members.with(up, node);
    long epoch = replica.leads();
    if (epoch != leads[node]) {
      leads[node] = epoch;
      if (epoch > 0) {
        established(node, epoch);
      }
    }
  }

  /** Leadership2, and nobody leads an epoch twice. */
  private void established(int node, long epoch) {
    world.log(node, "leads", "epoch " + epoch);
    world.counts().add("replica: leader established");
    Integer other = leaders.put(epoch, node);
    if (other != null) {
      throw new Violation(
          "Leadership2", "n" + node + " leads epoch " + epoch + ", which n" + other + " has led");
    }
  }

  @Override
  public void ended(int node) {
    up = Members.without(up, node);
    leads[node] = 0;
  }

  @Override
  public long readAsked() {
    return agreed.length();
  }

  @Override
  public void readServed(int node, long mustSee, long length) {
    if (length < mustSee) {
      throw new Violation(
          "NoStaleRead",
          "n" + node + " answers a read from " + length + " entries, but it must see " + mustSee);
    }
  }

  @Override
  public void acknowledged(int node, long session, long seq, long index) {
    long committed = agreed.indexOf(session, seq);
    if (committed == 0 || committed > index) {
      throw new Violation(
          "AcknowledgedIsCommitted",
          String.format(
              "n%d acknowledges request %d#%d, by entry %d, but it is committed as %d (0: it is not)",
              node, session, seq, index, committed));
    }
  }

  @Override
  public void compacting(int node, boolean begins) {
    compacting = begins ? Members.with(compacting, node) : Members.without(compacting, node);
    checkCompacting();
  }

  /** NeverAQuorumCompacts. */
  private void checkCompacting() {
    if (!configuration().isQuorum(~compacting)) {
      throw new Violation(
          "NeverAQuorumCompacts",
          Long.bitCount(compacting) + " replicas compact at once; members are " + configuration());
    }
  }
}
