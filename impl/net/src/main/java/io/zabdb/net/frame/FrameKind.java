package io.zabdb.net.frame;

/** What is in a frame. The numbers are part of the format. */
public enum FrameKind {
  /** Why the connection is closed; understood whatever its version. */
  REFUSAL(0, "a refusal"),
  /** Between replicas. */
  PEER(1, "a frame between replicas"),
  /** Between client and node. */
  CLIENT(2, "a frame between client and node");

  final byte number;
  final String words;

  FrameKind(int number, String words) {
    this.number = (byte) number;
    this.words = words;
  }

  static String describe(byte number) {
    for (FrameKind kind : values()) {
      if (kind.number == number) {
        return kind.words;
      }
    }
    return "a frame of unknown kind " + Byte.toUnsignedInt(number);
  }
}
