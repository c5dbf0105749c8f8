package io.zabdb.testkit.linearizability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The checker and the plain definition agree on many small histories. */
class BruteForceAgreementTest {

  private static final int HISTORIES = 5000;

  @Test
  void onARegister() {
    agree(RegisterModel.register(), new Registers(List.of("read", "read", "write")));
  }

  @Test
  void onACasRegister() {
    agree(RegisterModel.casRegister(), new Registers(List.of("read", "write", "cas", "cas")));
  }

  @Test
  void onAMap() {
    agree(RegisterModel.map(), new Registers(List.of("get", "get", "put", "cas", "delete")));
  }

  @Test
  void onAnAppendedList() {
    agree(new AppendModel(), new Lists(false));
  }

  @Test
  void onAnAppendedString() {
    agree(new AppendModel(), new Lists(true));
  }

  private static <S> void agree(SequentialModel<S> model, RandomHistory.Store store) {
    int valid = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      History history = RandomHistory.make(new Random(seed), store);
      boolean expected = BruteForce.isLinearizable(history, model);
      CheckResult result = LinearizabilityChecker.check(history, model, Limits.DEFAULT);
      Verdict verdict = expected ? Verdict.VALID : Verdict.INVALID;
      assertEquals(verdict, result.verdict(), () -> "history: " + history);
      int each = seed;
      result.failure().ifPresent(failure -> FailureRules.check(failure, model, "seed " + each));
      valid += expected ? 1 : 0;
    }
    assertTrue(valid > HISTORIES / 5, valid + " of " + HISTORIES + " are valid");
    assertTrue(valid < HISTORIES * 9 / 10, valid + " of " + HISTORIES + " are valid");
  }

  /** Registers, and maps of them. */
  private record Registers(List<String> functions) implements RandomHistory.Store {

    @Override
    public Map.Entry<String, Object> call(Random random) {
      String function = functions.get(random.nextInt(functions.size()));
      Object argument =
          switch (function) {
            case "write", "put" -> random.nextInt(3);
            case "cas" -> List.of(random.nextInt(3), random.nextInt(3));
            default -> List.of();
          };
      return Map.entry(function, argument);
    }

    @Override
    public Object run(Map<Object, Object> states, Object key, String function, Object argument) {
      switch (function) {
        case "write", "put" -> states.put(key, argument);
        case "delete" -> states.remove(key);
        case "cas" -> {
          List<?> pair = (List<?>) argument;
          boolean same = Objects.equals(states.get(key), pair.get(0));
          if (same) {
            states.put(key, pair.get(1));
          }
          return same;
        }
        default -> {
          return states.get(key);
        }
      }
      return null;
    }

    @Override
    public Object lie(Random random, Object result) {
      return result instanceof Boolean told ? (Object) !told : random.nextInt(3);
    }
  }

  /** Lists of numbers, read as lists or as strings. */
  private record Lists(boolean strings) implements RandomHistory.Store {

    @Override
    public Map.Entry<String, Object> call(Random random) {
      return switch (random.nextInt(6)) {
        case 0 -> Map.entry("put", random.nextInt(2));
        case 1, 2 -> Map.entry("append", random.nextInt(2));
        default -> Map.entry("get", List.of());
      };
    }

    @Override
    public Object run(Map<Object, Object> states, Object key, String function, Object argument) {
      List<Object> list = new ArrayList<>((List<?>) states.getOrDefault(key, List.of()));
      if (function.equals("get")) {
        return strings ? join(list) : list;
      }
      if (function.equals("put")) {
        list.clear();
      }
      list.add(argument);
      states.put(key, list);
      return null;
    }

    @Override
    public Object lie(Random random, Object result) {
      List<Object> lie = List.of(random.nextInt(2), random.nextInt(2));
      return strings ? join(lie) : lie;
    }

    private static String join(List<Object> list) {
      return String.join("", list.stream().map(String::valueOf).toList());
    }
  }
}
