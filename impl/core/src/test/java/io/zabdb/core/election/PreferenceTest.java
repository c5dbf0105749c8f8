package io.zabdb.core.election;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.zabdb.core.election.Election.Kind;
import io.zabdb.core.group.Settings.Timing;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The properties of {@code specs/transfer/Election.tla}, in groups whose histories are what crashes
 * leave behind, and the mutants beside that spec.
 */
class PreferenceTest {

  private static final int RUNS = 2_000;
  private static final int MAX_LAG = 3;
  private static final int EVERYBODY = 0b11111;
  private static final Timing TIMING = Timing.DEFAULT;

  private enum Mutant {
    WeightBeatsHistory,
    LengthIsEnough,
    HistoryBeatsWeight
  }

  private static Preference weakened(Mutant mutant) {
    return switch (mutant) {
      case WeightBeatsHistory ->
          new Preference(MAX_LAG) {
            @Override
            protected boolean nearlyCaughtUp(Notification one, Notification best) {
              return true;
            }
          };
      case LengthIsEnough ->
          new Preference(MAX_LAG) {
            @Override
            protected long lacks(Notification one, Notification best) {
              return Math.max(0, best.length() - one.length());
            }
          };
      case HistoryBeatsWeight ->
          new Preference(MAX_LAG) {
            @Override
            protected boolean isBetter(Notification theirs, Notification own, Notification best) {
              return later(theirs, own);
            }
          };
    };
  }

  /** A member: its entries, how many of them are committed, and what it says. */
  private record Member(List<Zxid> history, Notification says) {}

  /**
   * Members with a part of one history each; some of them left it in an earlier epoch, with a tail
   * of their own that nobody adopted.
   */
  private static List<Member> group(Random random) {
    List<Zxid> trunk = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    for (int epoch = 1; epoch <= 3; epoch++) {
      grow(trunk, epoch, random.nextInt(10));
      ends.add(trunk.size());
    }
    List<Member> members = new ArrayList<>();
    for (int member = 0; member < 5; member++) {
      int epoch = 1 + random.nextInt(3);
      boolean strays = epoch < 3 && random.nextInt(3) == 0;
      int shared = strays ? ends.get(epoch - 1) : random.nextInt(ends.get(epoch - 1) + 1);
      List<Zxid> history = new ArrayList<>(trunk.subList(0, shared));
      if (strays) {
        grow(history, epoch, random.nextInt(12));
      }
      Zxid last = history.isEmpty() ? Zxid.ZERO : history.get(history.size() - 1);
      long adopted = Math.max(last.epoch(), epoch);
      int committed = random.nextInt(shared + 1);
      members.add(
          new Member(
              history,
              new Notification(
                  Role.LOOKING,
                  9,
                  adopted,
                  last,
                  history.size(),
                  committed,
                  random.nextInt(4),
                  EVERYBODY)));
    }
    return members;
  }

  private static void grow(List<Zxid> history, int epoch, int entries) {
    long counter = history.stream().filter(zxid -> zxid.epoch() == epoch).count();
    for (int i = 1; i <= entries; i++) {
      history.add(new Zxid(epoch, counter + i));
    }
  }

  /** Who comes forward first, if all do. */
  private static int elected(List<Member> members, Preference preference) {
    for (int waited = 0; ; waited++) {
      for (int member = 0; member < members.size(); member++) {
        Election election = new Election(member, members.size(), TIMING, preference);
        for (int other = 0; other < members.size(); other++) {
          if (other != member) {
            election.hear(other, members.get(other).says());
          }
        }
        if (election.decide(members.get(member).says(), waited).kind() == Kind.LEAD) {
          return member;
        }
      }
    }
  }

  private static int best(List<Member> members) {
    Preference order = new Preference(0);
    return IntStream.range(0, members.size())
        .reduce((a, b) -> order.later(members.get(b).says(), members.get(a).says()) ? b : a)
        .orElseThrow();
  }

  private static long trulyLacks(Member one, Member best) {
    return best.history().stream().filter(zxid -> !one.history().contains(zxid)).count();
  }

  private static void check(List<Member> members, Preference preference) {
    Member leader = members.get(elected(members, preference));
    Member best = members.get(best(members));
    assertTrue(trulyLacks(leader, best) <= MAX_LAG, "OnlyNearlyCaughtUpWins: " + members);
    for (Member other : members) {
      boolean endsAlike = other.says().lastZxid().epoch() == best.says().lastZxid().epoch();
      assertTrue(
          !endsAlike
              || trulyLacks(other, best) > MAX_LAG
              || other.says().weight() <= leader.says().weight(),
          "WeightDecides: " + members);
    }
  }

  @Test
  void onlyTheNearlyCaughtUpWinAndAmongThemWeightDecides() {
    for (int seed = 0; seed < RUNS; seed++) {
      check(group(new Random(seed)), new Preference(MAX_LAG));
    }
  }

  @ParameterizedTest
  @EnumSource
  void notWithTheOrderWeakened(Mutant mutant) {
    for (int seed = 0; seed < RUNS; seed++) {
      try {
        check(group(new Random(seed)), weakened(mutant));
      } catch (AssertionError expected) {
        return;
      }
    }
    fail("nothing went wrong");
  }
}
