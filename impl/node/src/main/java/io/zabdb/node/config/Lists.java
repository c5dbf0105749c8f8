package io.zabdb.node.config;

import io.zabdb.core.group.Members;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ZabException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The types of options that are lists. */
final class Lists {

  /** The highest id of a node. */
  static final int MAX_NODES = 4_095;

  /** The most groups. */
  static final int MAX_GROUPS = 1_024;

  private Lists() {}

  /** Addresses by node id. */
  static OptionType<SortedMap<Integer, Address>> addresses() {
    return Types.of(
        "a list NODE@HOST:PORT,...",
        Lists::readAddresses,
        map ->
            map.entrySet().stream()
                .map(entry -> entry.getKey() + "@" + entry.getValue())
                .collect(Collectors.joining(",")));
  }

  private static SortedMap<Integer, Address> readAddresses(String text) {
    SortedMap<Integer, Address> addresses = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      int at = part.indexOf('@');
      if (at < 0) {
        throw new IllegalArgumentException("'" + part.trim() + "' is not NODE@HOST:PORT");
      }
      int node = number(part.substring(0, at), MAX_NODES, "a node");
      Address address = Address.parse(part.substring(at + 1).trim());
      if (addresses.put(node, address) != null) {
        throw new IllegalArgumentException("node " + node + " is named twice");
      }
    }
    return addresses;
  }

  /** Servers HOST:PORT, with commas; a path may follow, below which all is kept. */
  static OptionType<String> servers() {
    return Types.of(
        "a list HOST:PORT,... that may end with a /PATH",
        text -> {
          int slash = text.indexOf('/');
          String hosts = slash < 0 ? text : text.substring(0, slash);
          List<String> servers = new ArrayList<>();
          for (String part : hosts.split(",", -1)) {
            servers.add(Address.parse(part.trim()).toString());
          }
          return String.join(",", servers) + text.substring(hosts.length());
        },
        text -> text);
  }

  /**
   * Groups with their nodes; a mere number stands for so many groups without nodes, to be filled
   * in.
   */
  static OptionType<List<GroupConfig>> groups() {
    return Types.of(
        "a number from 1 to "
            + MAX_GROUPS
            + ", or a list GROUP:NODE,...;... with groups from 0 on and at most "
            + Members.MAX_MEMBERS
            + " nodes each",
        Lists::readGroups,
        groups ->
            groups.stream()
                .map(
                    group ->
                        group.id()
                            + ":"
                            + group.nodes().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(",")))
                .collect(Collectors.joining(";")));
  }

  private static List<GroupConfig> readGroups(String text) {
    List<GroupConfig> groups = new ArrayList<>();
    if (text.indexOf(':') < 0) {
      int count = number(text, MAX_GROUPS, "a number of groups");
      for (int id = 0; id < count; id++) {
        groups.add(new GroupConfig(id, List.of()));
      }
    } else {
      for (String part : text.split(";", -1)) {
        String[] sides = part.split(":", -1);
        if (sides.length != 2 || number(sides[0], MAX_GROUPS, "a group") != groups.size()) {
          throw new IllegalArgumentException(
              "'" + part.trim() + "' is not " + groups.size() + ":NODE,...");
        }
        groups.add(new GroupConfig(groups.size(), readMembers(sides[1])));
      }
    }
    if (groups.isEmpty() || groups.size() > MAX_GROUPS) {
      throw new IllegalArgumentException();
    }
    return groups;
  }

  private static List<Integer> readMembers(String text) {
    List<Integer> nodes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      int node = number(part, MAX_NODES, "a node");
      if (nodes.contains(node)) {
        throw new IllegalArgumentException("node " + node + " is twice in a group");
      }
      nodes.add(node);
    }
    if (nodes.size() > Members.MAX_MEMBERS) {
      throw new IllegalArgumentException("a group of " + nodes.size() + " nodes");
    }
    return nodes;
  }

  /** Column families. */
  static OptionType<List<Family>> families() {
    return Types.of(
        "a list NAME[:VERSIONS[:MAX-AGE]],..., such as default,events:10:30d",
        Lists::readFamilies,
        families -> families.stream().map(Lists::write).collect(Collectors.joining(",")));
  }

  private static List<Family> readFamilies(String text) {
    List<Family> families = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String part : text.split(",", -1)) {
      String[] fields = part.trim().split(":", -1);
      if (fields.length > 3) {
        throw new IllegalArgumentException("'" + part.trim() + "' has more than three fields");
      }
      int versions = fields.length > 1 ? number(fields[1], Integer.MAX_VALUE, "versions") : 1;
      long maxAge = fields.length > 2 ? Types.millis(fields[2].trim()) : 0;
      try {
        families.add(new Family(fields[0], versions, maxAge));
      } catch (ZabException e) {
        throw new IllegalArgumentException(e.problem(), e);
      }
      if (!names.add(fields[0])) {
        throw new IllegalArgumentException("family " + fields[0] + " is named twice");
      }
    }
    return families;
  }

  private static String write(Family family) {
    String age = family.maxAge() == 0 ? "" : ":" + Types.millis(family.maxAge());
    boolean plain = family.versions() == 1 && age.isEmpty();
    return plain ? family.name() : family.name() + ":" + family.versions() + age;
  }

  /** All founders in groups without any. */
  static List<GroupConfig> fill(List<GroupConfig> groups, Set<Integer> founders) {
    return groups.stream()
        .map(
            group ->
                group.nodes().isEmpty()
                    ? new GroupConfig(group.id(), List.copyOf(founders))
                    : group)
        .toList();
  }

  private static int number(String text, int most, String what) {
    String trimmed = text.trim();
    if (!trimmed.matches("[0-9]{1,10}") || Long.parseLong(trimmed) > most) {
      throw new IllegalArgumentException(
          "'" + trimmed + "' is not " + what + ", a number up to " + most);
    }
    return Integer.parseInt(trimmed);
  }
}
