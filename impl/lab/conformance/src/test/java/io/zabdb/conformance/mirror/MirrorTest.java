package io.zabdb.conformance.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.state.StateView;
import io.zabdb.core.trace.Action;
import io.zabdb.core.zab.CurrentRole;
import io.zabdb.core.zab.Differences;
import io.zabdb.core.zab.FollowerBroadcast;
import io.zabdb.core.zab.FollowerDiscovery;
import io.zabdb.core.zab.FollowerReads;
import io.zabdb.core.zab.FollowerSynchronization;
import io.zabdb.core.zab.Following;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.LeaderBroadcast;
import io.zabdb.core.zab.LeaderDiscovery;
import io.zabdb.core.zab.LeaderMembers;
import io.zabdb.core.zab.LeaderReads;
import io.zabdb.core.zab.LeaderRoster;
import io.zabdb.core.zab.LeaderSynchronization;
import io.zabdb.core.zab.Leading;
import io.zabdb.core.zab.Looking;
import io.zabdb.core.zab.Replica;
import io.zabdb.core.zab.Role;
import io.zabdb.core.zab.RoleChange;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The spec and the core have the same actions and the same variables, under the same names: an
 * action HandleACK is a method handleACK whose Javadoc names {@code Broadcast!HandleACK}.
 */
class MirrorTest {

  /** The classes that take the spec's actions: the roles, their changes and their duties. */
  private static final Set<Class<?>> ROLES =
      Set.of(
          Role.class,
          Looking.class,
          Following.class,
          Leading.class,
          CurrentRole.class,
          Differences.class,
          FollowerDiscovery.class,
          FollowerSynchronization.class,
          FollowerBroadcast.class,
          FollowerReads.class,
          LeaderDiscovery.class,
          LeaderSynchronization.class,
          LeaderBroadcast.class,
          LeaderRoster.class,
          LeaderMembers.class,
          LeaderReads.class);

  /** A replica's start is this action; no role takes it. */
  private static final String RESTART = "Restart";

  /** Guards that are a part of an operator, or of an action. */
  private static final Map<String, String> PARTS_OF_GUARDS =
      Map.of(
          "forgetFollower", "HandleCEPOCH",
          "decidingRoster", "DecidingHistory",
          "holding", "OnDiskAtQuorum",
          "nextCounter", "Counter",
          "proposeTo", "ClientRequest",
          "acknowledges", "Fsync",
          "learned", "Learn");

  /** Variables that StateView shows in parts. */
  private static final Map<String, Set<String>> PARTS =
      Map.of(
          "history", Set.of("historyLength", "entry", "lastZxid"),
          "reads", Set.of("readRound", "readIndex", "readAcks", "readActive"));

  /** What is under way belongs to the network, not to a replica. */
  private static final Set<String> OF_THE_NETWORK = Set.of("msgs");

  /** Constants of the group rather than variables of the spec. */
  private static final Set<String> NO_VARIABLES = Set.of("self", "members");

  /** Of Roster: what a replica's disk and log say. */
  private static final Set<String> OF_THE_ROSTER = Set.of("disk", "roster", "rosterPlace");

  /** Written by the first leader of all; for Zab, an entry that was always there. */
  private static final String FOUND = "Found";

  private static final List<String> NEXTS =
      List.of("OracleNext", "ElectionNext", "BroadcastNext", "ReadNext", "ClientNext", "FaultNext");

  private static Set<String> actions() {
    SpecText zab = SpecText.of("Zab");
    return NEXTS.stream()
        .flatMap(next -> zab.inBody(next, "([A-Z]\\w+)\\(").stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What Roster adds to Zab; clients propose, leaders commit and disks are lost elsewhere, too. */
  private static Set<String> rosterActions() {
    Set<String> added = SpecText.of("MCRoster").inBody("MCNext", "MC(\\w+)");
    added.removeAll(actions());
    added.removeAll(Set.of("Propose", "Commit", "Wipe"));
    return added;
  }

  @Test
  void rosterAddsFourActions() {
    assertEquals(Set.of(FOUND, "Seal", "Retire", "Admit"), rosterActions());
  }

  /** What Reconfig adds to both; its logs are written entry by entry, and clients propose. */
  private static Set<String> reconfigActions() {
    Set<String> added = SpecText.of("MCReconfig").inBody("MCNext", "\\b(?:MC)?([A-Z]\\w+)\\(\\w");
    added.removeAll(allOfZabAndRoster());
    added.removeAll(Set.of("Propose", "Fetch", "Truncate", "ConfigurationOf", "LeaderLog"));
    return added;
  }

  @Test
  void reconfigAddsOneAction() {
    assertEquals(Set.of("Change"), reconfigActions());
  }

  private static Set<String> allOfZabAndRoster() {
    Set<String> all = new TreeSet<>(actions());
    all.addAll(rosterActions());
    return all;
  }

  private static Set<String> allActions() {
    Set<String> all = allOfZabAndRoster();
    all.addAll(reconfigActions());
    return all;
  }

  @Test
  void nextHasNoOtherParts() {
    SpecText zab = SpecText.of("Zab");
    Set<String> parts = new TreeSet<>(zab.inBody("Next", "(\\w+Next)"));
    parts.remove("ProtocolNext");
    parts.addAll(zab.inBody("ProtocolNext", "(\\w+Next)"));
    assertEquals(new TreeSet<>(NEXTS), parts);
  }

  @Test
  void allModulesListTheSameActions() {
    assertEquals(actions(), SpecText.of("MCZab").inBody("MCNext", "MC(\\w+)\\("), "MCZab!MCNext");
    assertEquals(
        actions(),
        SpecText.of("ReplayZab").inBody("ReplayNext", "(?:With|Own|Did|Fault)\\(\"(\\w+)\""),
        "ReplayZab!ReplayNext");
    Set<String> traced = SpecText.of("TraceZab").inBody("Action", "a = \"(\\w+)\"");
    assertTrue(traced.remove("Notice"));
    assertTrue(traced.remove(FOUND));
    assertEquals(actions(), traced, "TraceZab!Action");
  }

  @Test
  void theCoreTracesTheSameActions() {
    Set<String> traced = new TreeSet<>(actions());
    traced.add(FOUND);
    assertEquals(
        traced,
        Stream.of(Action.values())
            .map(Action::name)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void eachActionIsOneMethod() {
    for (String action : allActions()) {
      List<Method> methods = methods(method -> method.getName().equals(methodName(action)));
      if (action.equals(RESTART)) {
        assertEquals(List.of(), methods, "a role restarts");
        continue;
      }
      List<Method> taken = methods.stream().filter(MirrorTest::isPublic).toList();
      assertEquals(1, taken.size(), "public methods " + methodName(action) + ": " + taken);
    }
  }

  @Test
  void eachPublicMethodOfARoleIsAnAction() {
    // Those that return something only tell, but for what is to become of the role.
    Set<Class<?>> does = Set.of(void.class, RoleChange.class);
    Set<String> names =
        methods(method -> isPublic(method) && does.contains(method.getReturnType())).stream()
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> expected =
        allActions().stream()
            .filter(action -> !action.equals(RESTART))
            .map(MirrorTest::methodName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(expected, names);
  }

  @Test
  void eachMethodNamesItsAction() throws IOException {
    for (String action : allActions()) {
      String javadoc = javadoc(action);
      Matcher named = Pattern.compile("\\{@code (\\w+)!" + action + "}").matcher(javadoc);
      assertTrue(named.find(), "the Javadoc of " + methodName(action) + " names no action");
      assertTrue(
          SpecText.of(named.group(1)).defines(action),
          named.group(1) + " does not define " + action);
    }
  }

  @Test
  void eachGuardIsAnOperator() throws IOException {
    Matcher named =
        Pattern.compile("\\{@code (\\w+)!(\\w+)}").matcher(Files.readString(source(Guards.class)));
    Set<String> operators = new TreeSet<>();
    while (named.find()) {
      operators.add(named.group(2));
      assertTrue(SpecText.of(named.group(1)).defines(named.group(2)), named.group());
    }
    for (Method guard : Guards.class.getDeclaredMethods()) {
      String name = guard.getName();
      if (Modifier.isProtected(guard.getModifiers()) && !PARTS_OF_GUARDS.containsKey(name)) {
        assertTrue(operators.contains(operatorName(name)), name);
      }
    }
    assertTrue(operators.containsAll(PARTS_OF_GUARDS.values()));
  }

  private static String operatorName(String guard) {
    return Character.toUpperCase(guard.charAt(0)) + guard.substring(1);
  }

  /** The comment right before the method that takes the action. */
  private static String javadoc(String action) throws IOException {
    Set<Class<?>> classes = action.equals(RESTART) ? Set.of(Replica.class) : ROLES;
    Pattern method =
        Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:public|private) (?:void|RoleChange) "
                + methodName(action)
                + "\\(",
            Pattern.DOTALL);
    List<String> found = new ArrayList<>();
    for (Class<?> type : classes) {
      Matcher matcher = method.matcher(Files.readString(source(type)));
      while (matcher.find()) {
        found.add(matcher.group(1));
      }
    }
    assertEquals(1, found.size(), "commented methods " + methodName(action));
    return found.get(0);
  }

  private static Path source(Class<?> type) {
    return Path.of("..", "..", "core", "src", "main", "java")
        .resolve(type.getName().replace('.', '/') + ".java");
  }

  @Test
  void eachVariableIsShown() {
    Set<String> shown =
        Stream.of(StateView.class.getDeclaredMethods())
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> expected = new TreeSet<>(NO_VARIABLES);
    expected.addAll(OF_THE_ROSTER);
    for (String variable : SpecText.of("ZabState").variables()) {
      if (!OF_THE_NETWORK.contains(variable)) {
        expected.addAll(PARTS.getOrDefault(variable, Set.of(variable)));
      }
    }
    assertEquals(expected, shown);
  }

  private static List<Method> methods(Predicate<Method> wanted) {
    return ROLES.stream()
        .flatMap(role -> Stream.of(role.getDeclaredMethods()))
        .filter(method -> !method.isSynthetic() && !method.getName().equals("toString"))
        .filter(wanted)
        .toList();
  }

  private static boolean isPublic(Method method) {
    return Modifier.isPublic(method.getModifiers());
  }

  private static String methodName(String action) {
    return Character.toLowerCase(action.charAt(0)) + action.substring(1);
  }
}
