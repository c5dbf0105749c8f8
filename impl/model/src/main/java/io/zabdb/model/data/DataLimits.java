package io.zabdb.model.data;

/**
 * The sizes that are accepted. Constants: replicas that disagreed on them would not stay equal.
 *
 * <p>Each check throws {@link LimitException}, naming the input and its limit.
 */
public final class DataLimits {

  /** Of a row key, in bytes; it has at least 1. */
  public static final int ROW_KEY = 16 << 10;

  /** Of a qualifier, in bytes; it may be empty. */
  public static final int QUALIFIER = 16 << 10;

  /** Of a value, in bytes; it may be empty. */
  public static final int VALUE = 8 << 20;

  /** Of an encoded command, in bytes. */
  public static final int COMMAND = 32 << 20;

  /** Of the changes in a row mutation, of the checks on a row, and of the rows in a batch. */
  public static final int PARTS = 100_000;

  /** Of the name of a partition or family, in characters. */
  public static final int NAME = 100;

  /** Of the families in a partition. */
  public static final int FAMILIES = 1_000;

  /** Of the versions that a family keeps. */
  public static final int VERSIONS = 1_000_000;

  /** Of a time or an age, in milliseconds: ten thousand years. */
  public static final long MILLIS = 315_569_520_000_000L;

  private DataLimits() {}

  /** Checks a size or count. */
  public static void check(String input, long size, long min, long max) {
    if (size > max) {
      throw new LimitException(true, input + " is " + size + ", more than the limit " + max);
    }
    if (size < min) {
      throw new LimitException(false, input + " is " + size + ", less than the minimum " + min);
    }
  }

  /** Checks the length of a row key, in bytes. */
  public static void checkRowKey(int length) {
    check("the row key's length in bytes", length, 1, ROW_KEY);
  }

  /** Checks the length of a qualifier, in bytes. */
  public static void checkQualifier(int length) {
    check("the qualifier's length in bytes", length, 0, QUALIFIER);
  }

  /** Checks the length of a value, in bytes. */
  public static void checkValue(int length) {
    check("the value's length in bytes", length, 0, VALUE);
  }

  /** Names have letters, digits, and "_", "-", "."; none is empty. */
  public static void checkName(String input, String name) {
    check(input + "'s length", name.length(), 1, NAME);
    // For each change of each update: a stream would cost more than all other checks.
    for (int i = 0; i < name.length(); i++) {
      if (!mayBeInName(name.charAt(i))) {
        throw new LimitException(
            false,
            input + " \"" + name + "\" may hold ASCII letters, digits, '_', '-' and '.' only");
      }
    }
  }

  private static boolean mayBeInName(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || c == '.';
  }
}
