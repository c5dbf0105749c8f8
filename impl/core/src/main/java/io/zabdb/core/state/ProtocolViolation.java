package io.zabdb.core.state;

/**
 * Something happened that the specs rule out: a defect of ours, of the driver, or a disk that lost
 * what it had vouched for. The replica must stop.
 */
public final class ProtocolViolation extends IllegalStateException {

  private static final long serialVersionUID = 1;

  public ProtocolViolation(String message) {
    super(message);
  }

  /** Throws if the condition, which the spec implies, does not hold. */
  public static void unless(boolean condition, String message) {
    if (!condition) {
      throw new ProtocolViolation(message);
    }
  }

  /** The same, and describes the subject; only then, since most checks are made with every step. */
  public static void unless(boolean condition, String rule, Described subject) {
    if (!condition) {
      throw new ProtocolViolation(rule + ": " + subject.describe());
    }
  }

  /** What the spec proves of each message that arrives (MCZab, MessagesExpected). */
  public static void unlessExpected(boolean expected, Object message, Described receiver) {
    if (!expected) {
      throw new ProtocolViolation(message + " was not expected: " + receiver.describe());
    }
  }
}
