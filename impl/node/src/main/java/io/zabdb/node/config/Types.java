package io.zabdb.node.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;

/** The types of options. */
final class Types {

  private static final Units BYTES = Units.bytes();
  private static final Units TIME = Units.time();

  private Types() {}

  /** Any value that a function takes; it throws {@link IllegalArgumentException} for others. */
  private record Plain<T>(String allowed, Function<String, T> reader, Function<T, String> writer)
      implements OptionType<T> {

    @Override
    public T parse(String text) {
      return reader.apply(text);
    }

    @Override
    public String format(T value) {
      return writer.apply(value);
    }
  }

  static <T> OptionType<T> of(
      String allowed, Function<String, T> reader, Function<T, String> writer) {
    return new Plain<>(allowed, reader, writer);
  }

  static OptionType<UUID> uuid() {
    return of("a UUID, such as one that uuidgen prints", Types::readUuid, UUID::toString);
  }

  private static UUID readUuid(String text) {
    UUID uuid = UUID.fromString(text);
    if (!uuid.toString().equalsIgnoreCase(text)) {
      throw new IllegalArgumentException();
    }
    return uuid;
  }

  static OptionType<Path> path() {
    return of("a path", text -> Path.of(nonEmpty(text)), Path::toString);
  }

  /** Of a file that is rotated: what rotates it gives percent signs a meaning. */
  static OptionType<Path> logFile() {
    return of("a path without %", Types::readLogFile, Path::toString);
  }

  private static Path readLogFile(String text) {
    if (text.indexOf('%') >= 0) {
      throw new IllegalArgumentException();
    }
    return Path.of(nonEmpty(text));
  }

  static OptionType<String> text(String what) {
    return of(what, Types::nonEmpty, Function.identity());
  }

  static OptionType<Boolean> yesOrNo() {
    return of("true or false", Types::readBoolean, String::valueOf);
  }

  /** A constant of an enum, in lower case with hyphens. */
  static <E extends Enum<E>> OptionType<E> oneOf(Class<E> kind) {
    String names =
        String.join(", ", Arrays.stream(kind.getEnumConstants()).map(Types::label).toList());
    return of(
        "one of " + names,
        text ->
            Arrays.stream(kind.getEnumConstants())
                .filter(constant -> label(constant).equals(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new),
        Types::label);
  }

  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static OptionType<Integer> integer(int least, int most) {
    return new OptionRange<>(new Integers(), least, most);
  }

  static OptionType<Long> bytes(long least, long most) {
    return new OptionRange<>(
        new Amount<>("a size", BYTES, Function.identity(), x -> x), least, most);
  }

  static OptionType<Duration> duration(Duration least, Duration most) {
    return new OptionRange<>(
        new Amount<>("a time", TIME, Duration::ofMillis, Duration::toMillis),
        least.toMillis(),
        most.toMillis());
  }

  /** A time in milliseconds, for parts of values. */
  static long millis(String text) {
    return TIME.read(text);
  }

  static String millis(long time) {
    return TIME.write(time);
  }

  private record Integers() implements OptionRange.BoundNotation<Integer> {

    @Override
    public long read(String text) {
      if (!text.matches("-?[0-9]{1,18}")) {
        throw new IllegalArgumentException();
      }
      return Long.parseLong(text);
    }

    @Override
    public String write(long number) {
      return Long.toString(number);
    }

    @Override
    public Integer value(long number) {
      return Math.toIntExact(number);
    }

    @Override
    public long number(Integer value) {
      return value;
    }

    @Override
    public String name() {
      return "a number";
    }
  }

  private record Amount<T>(
      String name, Units units, Function<Long, T> maker, Function<T, Long> taker)
      implements OptionRange.BoundNotation<T> {

    @Override
    public long read(String text) {
      return units.read(text);
    }

    @Override
    public String write(long number) {
      return units.write(number);
    }

    @Override
    public T value(long number) {
      return maker.apply(number);
    }

    @Override
    public long number(T value) {
      return taker.apply(value);
    }
  }

  private static boolean readBoolean(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException();
    }
    return text.equals("true");
  }

  private static String nonEmpty(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("it is empty");
    }
    return text;
  }
}
