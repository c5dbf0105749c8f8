package io.zabdb.testkit.scenario;

import io.zabdb.testkit.sim.node.Node;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is to come true, each within a time. */
final class Expectations {

  private static final Pattern VALUE = Pattern.compile("([a-z])=(\\d{1,9}|nothing)");

  private final Cluster cluster;
  private final Cast cast;
  private final Requests requests;
  private final long withinMicros;

  Expectations(Cluster cluster, Cast cast, Requests requests, long withinMicros) {
    this.cluster = cluster;
    this.cast = cast;
    this.requests = requests;
    this.withinMicros = withinMicros;
  }

  /** Whether the line says something of this kind; if so, it has come true. */
  boolean take(Words words) {
    if (!words.takes("expect")) {
      return false;
    }
    if (words.takes("leader")) {
      leader(words);
    } else if (words.takes("no", "leader")) {
      await(words, () -> cluster.leader() < 0, () -> "node " + cluster.leader() + " leads");
    } else if (words.takes("node")) {
      node(words);
    } else if (words.takes("equal")) {
      equal(words);
    } else if (words.takes("counted")) {
      counted(words);
    } else {
      answer(words);
    }
    return true;
  }

  private void leader(Words words) {
    boolean isOther = words.takes("not");
    boolean isAny = words.takes("any");
    int wanted = isAny ? -1 : cast.node(words);
    boolean hasEpoch = words.takes("epoch");
    boolean isLeast = hasEpoch && words.takes(">=");
    long epoch = hasEpoch ? words.number("the epoch") : 0;
    await(
        words,
        () -> {
          int leader = cluster.leader();
          long led = leader < 0 ? 0 : cluster.leads(leader);
          boolean isWho = isAny || (isOther ? leader != wanted : leader == wanted);
          return leader >= 0 && isWho && ((isLeast || !hasEpoch) ? led >= epoch : led == epoch);
        },
        this::whoLeads);
  }

  private String whoLeads() {
    int leader = cluster.leader();
    return leader < 0 ? "nobody leads" : "node " + leader + " leads epoch " + cluster.leads(leader);
  }

  private void node(Words words) {
    List<Integer> nodes = cast.nodes(words);
    if (words.takes("follows")) {
      await(words, () -> nodes.stream().allMatch(this::follows), this::whoLeads);
    } else if (words.takes("down")) {
      await(
          words,
          () -> nodes.stream().noneMatch(node -> cluster.nodes.get(node).isProcessUp()),
          () -> "it runs");
    } else {
      figure(nodes, words);
    }
  }

  private boolean follows(int node) {
    int leader = cluster.leader();
    return leader >= 0 && node != leader && cluster.epoch(node) == cluster.leads(leader);
  }

  private enum Figure {
    LENGTH,
    SYNCED,
    PURGED,
    APPLIED,
    DISK
  }

  private void figure(List<Integer> nodes, Words words) {
    Figure figure = words.choice(Figure.class, "figure");
    boolean isLeast = words.takes(">=");
    long wanted = words.number("the figure");
    await(
        words,
        () -> nodes.stream().allMatch(node -> fits(of(node, figure), wanted, isLeast)),
        () -> figure.name().toLowerCase(Locale.ROOT) + " is " + of(nodes.get(0), figure));
  }

  private static boolean fits(long found, long wanted, boolean isLeast) {
    return isLeast ? found >= wanted : found == wanted;
  }

  private long of(int number, Figure figure) {
    Node node = cluster.nodes.get(number);
    return switch (figure) {
      case LENGTH -> node.disk().length();
      case SYNCED -> node.disk().synced();
      case PURGED -> node.disk().purged();
      case APPLIED -> node.isProcessUp() ? node.applied() : 0;
      case DISK -> node.disk().number();
    };
  }

  private void equal(Words words) {
    List<Integer> nodes = cast.nodes(words);
    await(words, () -> areEqual(nodes), () -> "their states differ");
  }

  private boolean areEqual(List<Integer> numbers) {
    return numbers.stream().allMatch(number -> cluster.nodes.get(number).isProcessUp())
        && numbers.stream().map(n -> cluster.nodes.get(n).applied()).distinct().count() == 1
        && numbers.stream().map(n -> cluster.nodes.get(n).stateHash()).distinct().count() == 1;
  }

  /** Of what the simulator counts, under the names that a campaign prints. */
  private void counted(Words words) {
    boolean isLeast = words.takes(">=");
    long wanted = words.number("how often");
    StringBuilder name = new StringBuilder(words.word("what"));
    while (!words.isAtEnd() && !words.takes("within")) {
      name.append(' ').append(words.word("what"));
    }
    LongSupplier count = () -> cluster.world.counts().of(name.toString());
    await(
        words,
        () -> fits(count.getAsLong(), wanted, isLeast),
        () -> "counted is " + count.getAsLong());
  }

  // -- answers

  private void answer(Words words) {
    String subject = words.word("what is expected");
    Matcher value = VALUE.matcher(subject);
    if (value.matches()) {
      value(value, words);
    } else if (cast.isCall(subject)) {
      outcome(cast.call(subject), words);
    } else {
      throw words.wrong("nothing is known of '" + subject + "'");
    }
  }

  /** The first read that is answered must find it. */
  private void value(Matcher value, Words words) {
    long wanted = value.group(2).equals("nothing") ? 0 : Long.parseLong(value.group(2));
    long micros = within(words);
    long found = requests.read(value.group(1).charAt(0), micros);
    if (found != wanted) {
      throw words.wrong(
          found < 0 ? "no answer within " + micros / 1_000 + " ms" : "a read finds " + found);
    }
  }

  private void outcome(Call call, Words words) {
    if (words.takes("value")) {
      long wanted = words.takes("nothing") ? 0 : words.number("the value");
      await(
          words,
          () -> call.outcome() == Outcome.OK && call.value() == wanted,
          () -> "it is " + call.outcome() + ", value " + call.value());
      return;
    }
    Outcome wanted = words.choice(Outcome.class, "outcome");
    if (wanted == Outcome.UNANSWERED) {
      words.end();
      if (call.outcome() != wanted) {
        throw words.wrong("it is " + call.outcome());
      }
      return;
    }
    await(words, () -> call.outcome() == wanted, () -> "it is " + call.outcome());
  }

  private long within(Words words) {
    long micros = words.takes("within") ? words.micros("the time") : withinMicros;
    words.end();
    return micros;
  }

  private void await(Words words, BooleanSupplier condition, Supplier<String> otherwise) {
    long micros = within(words);
    if (!cluster.within(micros, condition)) {
      throw words.wrong("not within " + micros / 1_000 + " ms, " + otherwise.get());
    }
  }
}
