package io.zabdb.scale.elastic;

/**
 * A part of the ring: the places behind one, up to and with another.
 *
 * @param after 0 to 1
 * @param upTo more than {@code after}, at most 1
 */
record RingPart(double after, double upTo) {

  static final RingPart WHOLE = new RingPart(0, 1);

  double width() {
    return upTo - after;
  }

  double middle() {
    return after + width() / 2;
  }

  RingPart firstHalf() {
    return new RingPart(after, middle());
  }

  RingPart secondHalf() {
    return new RingPart(middle(), upTo);
  }
}
