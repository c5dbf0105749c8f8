package io.zabdb.node.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each option that is a number, a size or a time takes its limits, and nothing beyond them. */
class OptionLimitsTest {

  private static final Pattern RANGE =
      Pattern.compile("a (number|size|time) from (\\S+) to (\\S+)");

  private record Limits(
      Option<?> option,
      ToLongFunction<String> read,
      long least,
      long most,
      LongFunction<String> written) {}

  private static List<Limits> limited() {
    List<Limits> all = new ArrayList<>();
    for (Option<?> option : Options.all()) {
      Matcher range = RANGE.matcher(option.type().allowed());
      if (range.matches()) {
        ToLongFunction<String> reader =
            switch (range.group(1)) {
              case "size" -> Units.bytes()::read;
              case "time" -> Units.time()::read;
              default -> Long::parseLong;
            };
        String unit = range.group(1).equals("time") ? "ms" : "";
        all.add(
            new Limits(
                option,
                reader,
                reader.applyAsLong(range.group(2)),
                reader.applyAsLong(range.group(3)),
                number -> number + unit));
      }
    }
    return all;
  }

  @Test
  void whatIsBeyondIsRefusedAndNamed() {
    List<Limits> all = limited();
    assertTrue(all.size() >= 50, all.size() + " options have limits");
    for (Limits each : all) {
      takes(each, each.least());
      takes(each, each.most());
      refuses(each, each.least() - 1);
      refuses(each, each.most() + 1);
    }
  }

  private static void takes(Limits limits, long number) {
    String text = formatted(limits.option(), limits.written().apply(number));
    assertEquals(number, limits.read().applyAsLong(text), limits.option().name());
  }

  private static <T> String formatted(Option<T> option, String text) {
    return option.type().format(option.type().parse(text));
  }

  private static void refuses(Limits limits, long number) {
    String name = limits.option().name();
    String value = limits.written().apply(number);
    ConfigException refused =
        assertThrows(
            ConfigException.class,
            () -> NodeConfigReader.read(List.of("--" + name + "=" + value), Map.of()),
            name + " takes " + value);
    String problem =
        "option %s is '%s' (--%s): allowed is %s"
            .formatted(name, value, name, limits.option().type().allowed());
    assertTrue(refused.getMessage().contains(problem), problem + " in\n" + refused.getMessage());
  }
}
