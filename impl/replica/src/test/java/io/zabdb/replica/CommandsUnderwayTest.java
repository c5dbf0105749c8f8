package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.move.Letter;
import io.zabdb.shard.CommandKind;
import org.junit.jupiter.api.Test;

class CommandsUnderwayTest {

  private final CommandsUnderway underway = new CommandsUnderway();

  private long now;

  private boolean admits(CommandKind kind) {
    return underway.admits(kind, true, now);
  }

  @Test
  void oneAtATime() {
    assertTrue(admits(CommandKind.BEGIN));
    int term = underway.begin(CommandKind.BEGIN);
    assertFalse(admits(CommandKind.SEAL));
    assertFalse(admits(CommandKind.CATCH));
    assertFalse(underway.ended(term, true));
    assertTrue(admits(CommandKind.SEAL));
  }

  @Test
  void updatesThatComeFollowEachOtherAndTheirEndTheLast() {
    int term = underway.begin(CommandKind.CATCH);
    assertTrue(admits(CommandKind.CATCH));
    assertFalse(admits(CommandKind.PREPARE));
    // The core would take it later: its number would be that of another one.
    assertFalse(underway.admits(CommandKind.CATCH, false, now));
    underway.begin(CommandKind.CATCH);
    assertTrue(admits(CommandKind.FINISH));
    underway.begin(CommandKind.FINISH);
    assertFalse(admits(CommandKind.CATCH));
    assertFalse(underway.ended(term, true));
    assertFalse(underway.ended(term, true));
    assertFalse(admits(CommandKind.SEAL));
    assertFalse(underway.ended(term, true));
    assertTrue(admits(CommandKind.SEAL));
  }

  @Test
  void onlySoMany() {
    for (int i = 0; i < Letter.MESSAGES; i++) {
      assertTrue(admits(CommandKind.CATCH));
      underway.begin(CommandKind.CATCH);
    }
    assertFalse(admits(CommandKind.CATCH));
  }

  /**
   * What came behind it may be taken for more than it is: nothing is added before that is known.
   */
  @Test
  void behindOneThatFailedTheEndOfTheLogIsReadAnewWhenAllAreKnown() {
    int term = underway.begin(CommandKind.CATCH);
    underway.begin(CommandKind.CATCH);
    assertFalse(underway.ended(term, false));
    assertFalse(admits(CommandKind.CATCH));
    assertTrue(underway.ended(term, true));
    underway.begin(CommandKind.CATCH);
    assertFalse(underway.ended(term, true));
  }

  @Test
  void whatIsHeardOfAnEarlierLeadershipIsOfNoMatter() {
    int before = underway.begin(CommandKind.SEAL);
    underway.anew();
    assertTrue(admits(CommandKind.SEAL));
    int term = underway.begin(CommandKind.SEAL);
    assertFalse(underway.ended(before, false));
    assertFalse(admits(CommandKind.SEAL));
    assertFalse(underway.ended(term, true));
  }

  /** A core that is about to hand over, or under pressure, logs what it is given later. */
  @Test
  void whatTheCoreHoldsIsNotFollowed() {
    int term = underway.begin(CommandKind.CATCH);
    underway.waits();
    assertFalse(admits(CommandKind.CATCH));
    assertFalse(admits(CommandKind.FINISH));
    assertFalse(underway.ended(term, true));
    underway.begin(CommandKind.CATCH);
    now += CommandsUnderway.TURN_NANOS;
    assertTrue(admits(CommandKind.CATCH));
  }

  /** Another partition is sealed meanwhile, or comes and is not served yet. */
  @Test
  void anotherKindGetsItsTurnAmongUpdatesThatCome() {
    int term = underway.begin(CommandKind.CATCH);
    underway.begin(CommandKind.CATCH);
    assertFalse(admits(CommandKind.SWITCH));
    assertFalse(admits(CommandKind.CATCH));
    assertTrue(admits(CommandKind.FINISH));
    assertFalse(underway.ended(term, true));
    assertFalse(underway.ended(term, true));
    assertFalse(admits(CommandKind.CATCH), "not yet");
    assertTrue(admits(CommandKind.SWITCH));
    underway.begin(CommandKind.SWITCH);
    assertFalse(underway.ended(term, true));
    assertTrue(admits(CommandKind.CATCH));
  }

  @Test
  void aTurnIsOverForWhoDoesNotComeBack() {
    int term = underway.begin(CommandKind.CATCH);
    assertFalse(admits(CommandKind.SEAL));
    assertFalse(underway.ended(term, true));
    now = CommandsUnderway.TURN_NANOS - 1;
    assertFalse(admits(CommandKind.CATCH));
    now++;
    assertTrue(admits(CommandKind.CATCH));
  }
}
