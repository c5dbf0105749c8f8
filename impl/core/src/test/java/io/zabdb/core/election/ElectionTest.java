package io.zabdb.core.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.election.Election.Decision;
import io.zabdb.core.election.Election.Kind;
import io.zabdb.core.group.Settings.Timing;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Zxid;
import org.junit.jupiter.api.Test;

/** Member 1 of a group of three, or of five, decides. */
class ElectionTest {

  private static final Timing TIMING = new Timing(4, 24, 24, 3, 50, 100);
  private static final Decision WAIT = new Decision(Kind.WAIT, -1);
  private static final Decision LEAD = new Decision(Kind.LEAD, 1);
  private static final int EVERYBODY = 0b11111;

  private static final int MAX_LAG = 10;
  private static final Preference PREFERENCE = new Preference(MAX_LAG);

  private final Election three = new Election(1, 3, TIMING, PREFERENCE);

  private static Notification looking(long epoch, long counter, int weight, long heard) {
    return new Notification(
        Role.LOOKING, 9, epoch, new Zxid(1, counter), counter, 0, weight, heard);
  }

  private static Notification leading(long acceptedEpoch) {
    return new Notification(Role.LEADING, acceptedEpoch, 1, Zxid.ZERO, 0, 0, 1, EVERYBODY);
  }

  private static final Notification OWN = looking(2, 2, 2, EVERYBODY);

  @Test
  void nobodyLeadsWhoHearsNoQuorum() {
    assertEquals(WAIT, three.decide(OWN, 1_000));
  }

  @Test
  void aGroupOfOneNeedsNobody() {
    assertEquals(new Decision(Kind.LEAD, 0), new Election(0, 1, TIMING, PREFERENCE).decide(OWN, 0));
  }

  @Test
  void theBestLeadsAtOnceWhenAllAreHeard() {
    three.hear(0, looking(1, 1, 1, EVERYBODY));
    assertEquals(WAIT, three.decide(OWN, 2));
    assertEquals(LEAD, three.decide(OWN, 3));
    three.hear(2, looking(1, 1, 1, EVERYBODY));
    assertEquals(LEAD, three.decide(OWN, 0));
    assertEquals(0b101, three.heard());
  }

  @Test
  void weightComesFirstThenEpochThenZxidThenTheHighestNumber() {
    Notification[] worse = {
      looking(9, 9, 1, EVERYBODY), looking(1, 9, 2, EVERYBODY), looking(2, 1, 2, EVERYBODY)
    };
    for (Notification other : worse) {
      three.hear(0, looking(1, 1, 1, EVERYBODY));
      three.hear(2, other);
      assertEquals(LEAD, three.decide(OWN, 0), other.toString());
    }
    Notification[] better = {
      looking(1, 1, 3, EVERYBODY),
      looking(3, 1, 2, EVERYBODY),
      looking(2, 3, 2, EVERYBODY),
      looking(2, 2, 2, EVERYBODY)
    };
    for (Notification other : better) {
      three.hear(2, other);
      assertEquals(WAIT, three.decide(OWN, 24), other.toString());
      assertEquals(LEAD, three.decide(OWN, 25), other.toString());
    }
    three.hear(2, looking(1, 1, 1, EVERYBODY));
    three.hear(0, looking(2, 2, 2, EVERYBODY));
    assertEquals(LEAD, three.decide(OWN, 0));
  }

  @Test
  void whoLacksMuchComesAfterAllThatDoNotWhateverItWeighs() {
    Notification best = looking(2, 100, 0, EVERYBODY);
    three.hear(0, best);
    three.hear(2, looking(2, 100 - MAX_LAG - 1, 9, EVERYBODY));
    assertEquals(LEAD, three.decide(looking(2, 100 - MAX_LAG, 1, EVERYBODY), 0));
    three.hear(2, looking(2, 100 - MAX_LAG, 9, EVERYBODY));
    assertEquals(WAIT, three.decide(looking(2, 100 - MAX_LAG, 1, EVERYBODY), 24));
    three.hear(2, looking(2, 100 - MAX_LAG, 0, EVERYBODY));
    Notification stale = looking(2, 100 - MAX_LAG - 1, 9, EVERYBODY);
    assertEquals(WAIT, three.decide(stale, 49));
    assertEquals(LEAD, three.decide(stale, 50));
  }

  @Test
  void ofThoseThatLackMuchTheLaterHistoryIsBetter() {
    three.hear(0, looking(2, 100, 0, EVERYBODY));
    three.hear(2, looking(2, 50, 9, EVERYBODY));
    assertEquals(WAIT, three.decide(looking(2, 51, 1, EVERYBODY), 24));
    assertEquals(LEAD, three.decide(looking(2, 51, 1, EVERYBODY), 25));
  }

  @Test
  void aTailThatNobodyAdoptedMakesNobodyCaughtUp() {
    three.hear(0, new Notification(Role.LOOKING, 9, 3, new Zxid(3, 50), 100, 100, 0, EVERYBODY));
    // Longer, but only half of it is known to be shared.
    three.hear(2, new Notification(Role.LOOKING, 9, 2, new Zxid(2, 90), 110, 50, 9, EVERYBODY));
    Notification own = new Notification(Role.LOOKING, 9, 2, new Zxid(2, 40), 90, 90, 1, EVERYBODY);
    assertEquals(LEAD, three.decide(own, 0));
  }

  @Test
  void whoDoesNotHearUsOrAQuorumIsNoCandidate() {
    three.hear(0, looking(1, 1, 1, 0b100));
    assertEquals(WAIT, three.decide(OWN, 1_000));
    Election five = new Election(1, 5, TIMING, PREFERENCE);
    five.hear(0, looking(1, 1, 1, EVERYBODY));
    five.hear(2, looking(1, 1, 1, 0b00010));
    assertEquals(WAIT, five.decide(OWN, 1_000));
    five.hear(2, looking(1, 1, 1, 0b00011));
    assertEquals(WAIT, five.decide(OWN, 2));
    assertEquals(LEAD, five.decide(OWN, 3));
  }

  @Test
  void theNewestLeaderIsFollowed() {
    three.hear(0, leading(4));
    assertEquals(new Decision(Kind.FOLLOW, 0), three.decide(OWN, 0));
    three.hear(2, leading(5));
    assertEquals(new Decision(Kind.FOLLOW, 2), three.decide(OWN, 0));
    three.hear(2, leading(4));
    assertEquals(new Decision(Kind.FOLLOW, 0), three.decide(OWN, 0));
    three.forget(0);
    assertEquals(new Decision(Kind.FOLLOW, 2), three.decide(OWN, 0));
  }

  @Test
  void whatWasSaidGrowsOld() {
    three.hear(0, leading(4));
    for (int tick = 0; tick < TIMING.followerTimeout(); tick++) {
      three.tick();
    }
    assertEquals(0b001, three.heard());
    three.tick();
    assertEquals(0, three.heard());
    assertEquals(WAIT, three.decide(OWN, 0));
  }

  @Test
  void whoeverLookedBeforeIsHeardAnew() {
    three.hear(0, looking(1, 1, 1, EVERYBODY));
    three.hear(2, leading(3));
    three.begin();
    assertEquals(0b100, three.heard());
  }
}
