package io.zabdb.testkit.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whom the words of a scenario mean: nodes by number, by what they do, or by a name. */
final class Cast {

  private final Cluster cluster;
  private final Map<String, Integer> named = new HashMap<>();
  private final Map<String, Call> calls = new HashMap<>();

  Cast(Cluster cluster) {
    this.cluster = cluster;
  }

  /** From now on the name means this node. */
  void name(String name, int node, Words words) {
    if (!name.matches("[a-z]{2,}") || List.of("leader", "follower", "all").contains(name)) {
      throw words.wrong("'" + name + "' is no name of a node: two small letters or more");
    }
    named.put(name, node);
  }

  /** Nodes, with commas between them. */
  List<Integer> nodes(Words words) {
    List<Integer> nodes = new ArrayList<>();
    for (String part : words.word("a node").split(",")) {
      switch (part) {
        case "all" -> cluster.nodes.forEach(node -> nodes.add(node.number()));
        case "followers" -> nodes.addAll(followers(words));
        default -> nodes.add(one(part, words));
      }
    }
    return nodes;
  }

  int node(Words words) {
    return one(words.word("a node"), words);
  }

  private int one(String word, Words words) {
    if (word.equals("leader")) {
      return leader(words);
    }
    if (word.equals("follower")) {
      List<Integer> followers = followers(words);
      if (followers.isEmpty()) {
        throw words.wrong("nobody follows now");
      }
      return followers.get(0);
    }
    if (word.matches("\\d") && Integer.parseInt(word) < cluster.nodes.size()) {
      return Integer.parseInt(word);
    }
    Integer node = named.get(word);
    if (node == null) {
      throw words.wrong("'" + word + "' is no node: they are 0 to " + (cluster.nodes.size() - 1));
    }
    return node;
  }

  private int leader(Words words) {
    int leader = cluster.leader();
    if (leader < 0) {
      throw words.wrong("nobody leads now");
    }
    return leader;
  }

  private List<Integer> followers(Words words) {
    int leader = leader(words);
    List<Integer> followers = new ArrayList<>();
    for (int node = 0; node < cluster.nodes.size(); node++) {
      if (node != leader && cluster.epoch(node) == cluster.leads(leader)) {
        followers.add(node);
      }
    }
    return followers;
  }

  /** From now on the name means this call. */
  void name(String name, Call call) {
    calls.put(name, call);
  }

  boolean isCall(String name) {
    return calls.containsKey(name);
  }

  /** The call of this name, if there is one. */
  Call call(String name) {
    return calls.get(name);
  }

  Call call(Words words) {
    String name = words.word("a call");
    Call call = calls.get(name);
    if (call == null) {
      throw words.wrong("no call has the name '" + name + "'");
    }
    return call;
  }
}
