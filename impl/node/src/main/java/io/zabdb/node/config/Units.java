package io.zabdb.node.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units: reads any, writes the largest that fits evenly. Immutable. */
public final class Units {

  static final long KIB = 1L << 10;
  static final long MIB = 1L << 20;
  static final long GIB = 1L << 30;
  static final long TIB = 1L << 40;

  private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,18})\\s*([A-Za-z]*)");

  private final Map<String, Long> units;

  /**
   * @param units how much each is; the largest first; the name may be empty
   */
  private Units(Map<String, Long> units) {
    this.units = units;
  }

  /** Of sizes, in bytes. */
  public static Units bytes() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("TiB", TIB);
    units.put("GiB", GIB);
    units.put("MiB", MIB);
    units.put("KiB", KIB);
    units.put("", 1L);
    return new Units(units);
  }

  /** Of time, in milliseconds. */
  static Units time() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("d", 86_400_000L);
    units.put("h", 3_600_000L);
    units.put("m", 60_000L);
    units.put("s", 1_000L);
    units.put("ms", 1L);
    return new Units(units);
  }

  /**
   * What a text says; {@link Long#MAX_VALUE} if that is more than fits.
   *
   * @throws IllegalArgumentException if it says none; with a message if only the unit is wrong
   */
  public long read(String text) {
    Matcher amount = AMOUNT.matcher(text);
    if (!amount.matches()) {
      throw new IllegalArgumentException();
    }
    long number = Long.parseLong(amount.group(1));
    Long unit = units.get(amount.group(2));
    if (unit == null && number != 0) {
      throw new IllegalArgumentException(
          amount.group(2).isEmpty()
              ? "the unit is missing, one of " + names()
              : "unknown unit '" + amount.group(2) + "', known are " + names());
    }
    try {
      return number == 0 ? 0 : Math.multiplyExact(number, unit);
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /** The largest unit of which there is a whole number. */
  public String write(long amount) {
    for (Map.Entry<String, Long> unit : units.entrySet()) {
      if (amount != 0 && amount % unit.getValue() == 0) {
        return amount / unit.getValue() + unit.getKey();
      }
    }
    return "0";
  }

  private String names() {
    return String.join(", ", units.keySet().stream().filter(name -> !name.isEmpty()).toList());
  }
}
