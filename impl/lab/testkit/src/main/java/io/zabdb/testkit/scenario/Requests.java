package io.zabdb.testkit.scenario;

import io.zabdb.testkit.sim.store.Command;
import io.zabdb.testkit.sim.store.Command.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What clients ask. One that names a node asks that node, once, and does not wait; any other asks
 * one node after the other until it knows the outcome.
 */
final class Requests {

  private static final Pattern PUT = Pattern.compile("([a-z])=(\\d{1,9})");
  private static final Pattern CAS = Pattern.compile("([a-z])=(\\d{1,9})->(\\d{1,9})");

  /** How long a client waits for an answer before it asks another node. */
  private static final long ATTEMPT_MICROS = 200_000;

  private final Cluster cluster;
  private final Cast cast;
  private final long withinMicros;

  Requests(Cluster cluster, Cast cast, long withinMicros) {
    this.cluster = cluster;
    this.cast = cast;
    this.withinMicros = withinMicros;
  }

  /** Whether the line says something of this kind; if so, it is done. */
  boolean take(Words words) {
    if (words.takes("again")) {
      again(words);
    } else if (words.takes("put")) {
      Matcher put = match(PUT, "a=1", words);
      perform(new Command(Kind.PUT, key(put), number(put, 2), 0), words);
    } else if (words.takes("cas")) {
      Matcher cas = match(CAS, "a=1->2", words);
      perform(new Command(Kind.CAS, key(cas), number(cas, 3), number(cas, 2)), words);
    } else if (words.takes("delete")) {
      perform(new Command(Kind.DELETE, key(words), 0, 0), words);
    } else if (words.takes("get")) {
      perform(new Command(Kind.GET, key(words), 0, 0), words);
    } else {
      return false;
    }
    return true;
  }

  private static Matcher match(Pattern pattern, String example, Words words) {
    String word = words.word("a key");
    Matcher matcher = pattern.matcher(word);
    if (!matcher.matches()) {
      throw words.wrong("expected is something like " + example + ", not '" + word + "'");
    }
    return matcher;
  }

  private static int key(Matcher matcher) {
    return matcher.group(1).charAt(0);
  }

  private static long number(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group));
  }

  private static int key(Words words) {
    String word = words.word("a key");
    if (!word.matches("[a-z]")) {
      throw words.wrong("a key is a small letter, not '" + word + "'");
    }
    return word.charAt(0);
  }

  private void perform(Command command, Words words) {
    Call call = cluster.calls.begin(command);
    int node = words.takes("on") ? cast.node(words) : -1;
    if (words.takes("as")) {
      cast.name(words.word("a name"), call);
    }
    words.end();
    if (node >= 0) {
      cluster.calls.ask(call, node);
    } else {
      finish(call, words);
    }
  }

  /** The same request once more. */
  private void again(Words words) {
    Call call = cast.call(words);
    words.expect("on");
    int node = cast.node(words);
    words.end();
    cluster.calls.ask(call, node);
  }

  private void finish(Call call, Words words) {
    if (!finish(call, withinMicros)) {
      throw words.wrong("no answer within " + withinMicros / 1_000 + " ms");
    }
    if (call.outcome() != Outcome.OK) {
      throw words.wrong("the answer is " + call.outcome());
    }
  }

  /** Asks the leader, or one node after the other, until the outcome is known. */
  boolean finish(Call call, long micros) {
    long deadline = cluster.world.time().now() + micros;
    int next = 0;
    while (!call.isOver() && cluster.world.time().now() < deadline) {
      int leader = cluster.leader();
      boolean asksLeader = leader >= 0 && next % 2 == 0;
      cluster.calls.ask(call, asksLeader ? leader : next % cluster.nodes.size());
      next++;
      long patience = Math.min(ATTEMPT_MICROS, deadline - cluster.world.time().now());
      cluster.within(patience, () -> call.outcome() != Outcome.UNANSWERED);
      if (!call.isOver()) {
        cluster.pass(Math.min(ATTEMPT_MICROS / 4, patience));
      }
    }
    return call.isOver();
  }

  /** What a read finds now; -1 if nobody answers in time. */
  long read(int key, long micros) {
    Call call = cluster.calls.begin(new Command(Kind.GET, key, 0, 0));
    return finish(call, micros) ? call.value() : -1;
  }
}
