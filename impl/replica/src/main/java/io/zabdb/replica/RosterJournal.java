package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Roster;
import io.zabdb.replica.status.EventLog;
import io.zabdb.replica.status.GroupEvent.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells, in the log and as events, what becomes of a group's members and of their disks, and what
 * is cut from this replica's own log. For the event loop only.
 */
final class RosterJournal {

  private static final Logger LOG = LoggerFactory.getLogger(RosterJournal.class);

  private final EventLog log;
  private final int group;
  private final Configuration founders;
  private Roster known = Roster.NONE;

  RosterJournal(EventLog log, int group, Configuration founders) {
    this.log = log;
    this.group = group;
    this.founders = founders;
  }

  /** The roster that the replica starts with. */
  void began(Roster roster) {
    known = roster;
  }

  /** See {@link io.zabdb.core.step.Output.RosterCommitted}. */
  void committed(Roster roster) {
    if (known.version() == 0 && roster.isFounding()) {
      int members = Long.bitCount(founders.voters());
      LOG.info("Group {}: founded by all of its {} members", group, members);
      log.add(Kind.FOUNDED, -1, 0, 0, "by all of its " + members + " members");
    } else if (known.version() > 0) {
      Configuration before = known.configuration(founders);
      Configuration now = roster.configuration(founders);
      // The disk of one that joins is no new one of a member.
      for (long rest = before.voters() & now.voters(); rest != 0; rest &= rest - 1) {
        int member = Long.numberOfTrailingZeros(rest);
        if (known.disk(member) != roster.disk(member)) {
          changed(member, roster.disk(member));
        }
      }
      changed(before, now);
    }
    known = roster;
  }

  private void changed(Configuration before, Configuration now) {
    if (before.equals(now)) {
      return;
    }
    String text = "members " + now + (now.isJoint() ? " must agree" : " vote");
    LOG.info("Group {}: {}", group, text);
    log.add(now.isJoint() ? Kind.MEMBERS_JOIN : Kind.MEMBERS_CHANGED, -1, 0, 0, text);
  }

  private void changed(int member, long disk) {
    if (disk == Roster.NOBODY) {
      LOG.warn(
          "Group {}: member {} has a new disk; its vote does not count until it has caught up",
          group,
          member);
      log.add(Kind.DISK_RETIRED, member, 0, 0, "it came with a new disk, which has to catch up");
    } else {
      LOG.info("Group {}: the new disk of member {} has caught up and counts", group, member);
      log.add(Kind.DISK_ADMITTED, member, 0, 0, "its new disk has caught up");
    }
  }

  /** So many entries that were written here are cut from the log; the rest stays. */
  void cut(long entries, long rest) {
    if (entries > 0) {
      LOG.warn(
          "Group {}: {} entries behind entry {} are cut from the log: they were written here, but"
              + " never committed",
          group,
          entries,
          rest);
      log.add(Kind.LOG_CUT, -1, 0, 0, entries + " entries behind entry " + rest);
    }
  }

  void storeSetAside() {
    log.add(
        Kind.STORE_SET_ASIDE,
        -1,
        0,
        0,
        "its log was gone: the store is in " + ReplicaDisk.SET_ASIDE);
  }
}
