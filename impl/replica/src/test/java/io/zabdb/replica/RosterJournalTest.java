package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Roster;
import io.zabdb.replica.status.EventLog;
import io.zabdb.replica.status.GroupEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

class RosterJournalTest {

  private static final Configuration FOUNDERS = Configuration.ofFirst(3);

  private final EventLog log = new EventLog(4, 1, () -> 77);
  private final RosterJournal journal = new RosterJournal(log, 4, FOUNDERS);
  private final Roster founding = Roster.founding(new long[] {10, 11, 12});

  private List<String> events() {
    return log.after(-1, 100).stream()
        .map(event -> event.kind() + " " + event.peer() + " " + event.text())
        .toList();
  }

  @Test
  void aFoundingIsTold() {
    journal.began(Roster.NONE);
    journal.committed(founding);
    assertEquals(List.of("FOUNDED -1 by all of its 3 members"), events());
  }

  @Test
  void aReplacedDiskIsTold() {
    journal.began(founding.sealed());
    Roster retired = founding.sealed().with(1, Roster.NOBODY, 3);
    journal.committed(retired);
    journal.committed(retired.with(1, 21, 3));
    assertEquals(
        List.of(
            GroupEvent.Kind.DISK_RETIRED + " 1 it came with a new disk, which has to catch up",
            GroupEvent.Kind.DISK_ADMITTED + " 1 its new disk has caught up"),
        events());
  }

  @Test
  void aChangeOfMembersIsToldAndNoDiskOfThoseThatJoin() {
    journal.began(founding.sealed());
    long[] disks = {10, 11, 12, Roster.NOBODY, 34, 35};
    Roster join = founding.sealed().join(0b110110, disks, FOUNDERS);
    journal.committed(join);
    Roster leave = join.leave(false);
    journal.committed(leave);
    journal.committed(leave.with(4, Roster.NOBODY, 3));
    assertEquals(
        List.of(
            GroupEvent.Kind.MEMBERS_JOIN + " -1 members {0, 1, 2} and {1, 2, 4, 5} must agree",
            GroupEvent.Kind.MEMBERS_CHANGED + " -1 members {1, 2, 4, 5} vote",
            GroupEvent.Kind.DISK_RETIRED + " 4 it came with a new disk, which has to catch up"),
        events());
  }
}
