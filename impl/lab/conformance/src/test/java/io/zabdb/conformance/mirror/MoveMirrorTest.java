package io.zabdb.conformance.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.shard.CommandKind;
import io.zabdb.shard.DestinationMove;
import io.zabdb.shard.MoveGuards;
import io.zabdb.shard.OwnerAnswers;
import io.zabdb.shard.PartitionLog;
import io.zabdb.shard.Sharding;
import io.zabdb.shard.SourceMove;
import io.zabdb.shard.Speech;
import io.zabdb.shard.SpeechGuards;
import io.zabdb.shard.TailAdmission;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code specs/shard/Move} and the module {@code shard} have the same actions, commands, guards.
 */
class MoveMirrorTest {

  private static final SpecText MOVE = SpecText.of("shard", "Move");

  /** The classes that take a group's actions. */
  private static final List<Class<?>> CLASSES =
      List.of(
          SourceMove.class,
          DestinationMove.class,
          Sharding.class,
          TailAdmission.class,
          PartitionLog.class,
          Speech.class,
          OwnerAnswers.class);

  /** Parts of Next, and operators that are none. */
  private static final Set<String> PARTS =
      Set.of("GroupStep", "ClientStep", "Handled", "Decided", "Op", "Parts", "Len");

  /** Splits and merges are of one kind each when they begin; that is one of three. */
  private static final Set<String> SHARDS = Set.of("Split", "Merge", "Sharded", "Shard");

  /** What clients, replicas and the network do. */
  private static final Set<String> OF_OTHERS =
      Set.of("Invoke", "Respond", "AskManager", "CatchUp", "Join", "Crash");

  /** Parts of an operator with a method of their own. */
  private static final Set<String> HELPERS = Set.of("version");

  private static Set<String> actions() {
    Set<String> actions = new TreeSet<>(Set.of("Say"));
    for (String part : List.of("Next", "GroupStep", "ClientStep", "Decided", "Handled")) {
      actions.addAll(MOVE.inBody(part, "\\b([A-Z]\\w+)\\("));
    }
    assertTrue(MOVE.body("Next").contains("Say"));
    assertTrue(actions.containsAll(PARTS), actions.toString());
    actions.removeAll(PARTS);
    assertTrue(actions.removeAll(SHARDS));
    actions.addAll(MOVE.inBody("Decided", "\"(\\w+Sharding)\""));
    actions.addAll(MOVE.inBody("Split", "\"(\\w+Sharding)\""));
    return actions;
  }

  private static String method(String name) {
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static Stream<Method> publicMethods(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic());
  }

  @Test
  void eachActionOfAGroupIsOnePublicMethod() {
    Set<String> actions = actions();
    assertTrue(actions.removeAll(OF_OTHERS));
    assertEquals(24, actions.size(), actions.toString());
    for (String action : actions) {
      long methods =
          CLASSES.stream()
              .flatMap(MoveMirrorTest::publicMethods)
              .filter(each -> each.getName().equals(method(action)))
              .count();
      assertEquals(1, methods, action);
    }
  }

  @Test
  void whoeverLogsACommandTakesAnAction() {
    Set<String> named = actions().stream().map(MoveMirrorTest::method).collect(Collectors.toSet());
    Stream.of(SourceMove.class, DestinationMove.class, Sharding.class)
        .flatMap(MoveMirrorTest::publicMethods)
        .forEach(each -> assertTrue(named.contains(each.getName()), each.getName()));
  }

  @Test
  void theReplayTakesTheSameActions() {
    Set<String> replayed =
        SpecText.of("shard", "ReplayMove").inBody("ReplayNext", "(?:Did|Handling)\\(\"(\\w+)\"");
    assertEquals(actions(), replayed);
  }

  @Test
  void commandsAreThoseOfTheSpecAndTwoMore() {
    Set<String> kinds = SpecText.of("shard", "MoveSharding").inBody("Effect", "\"(\\w+)\"");
    Set<String> expected =
        kinds.stream()
            .map(kind -> kind.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT))
            .collect(Collectors.toCollection(TreeSet::new));
    // What Init and Dissolve do without a command.
    expected.addAll(Set.of("FOUND", "DISSOLVE"));
    assertEquals(
        expected,
        Stream.of(CommandKind.values())
            .map(Enum::name)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void eachGuardIsAnOperator() throws IOException {
    for (Class<?> guards : List.of(MoveGuards.class, SpeechGuards.class)) {
      Set<String> operators = operatorsNamedIn(guards);
      for (Method each : guards.getDeclaredMethods()) {
        String name = each.getName();
        boolean isGuard = !Modifier.isStatic(each.getModifiers()) && !each.isSynthetic();
        if (isGuard && !Modifier.isPrivate(each.getModifiers()) && !HELPERS.contains(name)) {
          String operator = Character.toUpperCase(name.charAt(0)) + name.substring(1);
          assertTrue(operators.contains(operator), guards.getSimpleName() + "." + name);
        }
      }
    }
  }

  @Test
  void whatTheCodeNamesTheSpecDefines() throws IOException {
    Set<Class<?>> all = new HashSet<>(CLASSES);
    all.addAll(Set.of(MoveGuards.class, SpeechGuards.class));
    int named = 0;
    for (Class<?> type : all) {
      named += operatorsNamedIn(type).size();
    }
    assertTrue(named > 60, "operators named: " + named);
  }

  /** The operators that the comments of a class name, each of which its module defines. */
  private static Set<String> operatorsNamedIn(Class<?> type) throws IOException {
    Path source =
        Path.of("..", "..", "shard", "src", "main", "java")
            .resolve(type.getName().replace('.', '/') + ".java");
    Matcher named =
        Pattern.compile("\\{@code\\s+(?:\\*\\s+)?(Move\\w*)!(\\w+)}")
            .matcher(Files.readString(source));
    Set<String> operators = new TreeSet<>();
    while (named.find()) {
      operators.add(named.group(2));
      assertTrue(SpecText.of("shard", named.group(1)).defines(named.group(2)), named.group());
    }
    return operators;
  }
}
