package io.zabdb.modelcheck.diagram;

import java.util.List;

/**
 * A step as it is drawn.
 *
 * @param number the step's number
 * @param lane the lane of the node that takes it; -1 if it is nobody's
 * @param title the action with its other parameters
 * @param changes what it changed at that node, one line each
 * @param fault whether it is a crash, a loss or the like
 * @param top distance of the action's box from the top, in pixels
 * @param beside how far messages that nobody received reach down beside the box, in pixels
 */
record Row(
    int number,
    int lane,
    String title,
    List<String> changes,
    boolean fault,
    double top,
    double beside) {

  static final double BOX = 24;
  static final double LINE = 13;

  /** Distance between messages that start at the same side of a box. */
  static final double STUB = 20;

  /** Distance between an arriving arrow, with its label, and the first of them. */
  static final double BELOW_ARROW = 30;

  private static final double GAP = 16;

  /** The height of the whole row. */
  double height() {
    return changesBelow() - top + changes.size() * LINE + GAP;
  }

  /** Where arrows touch the box. */
  double middle() {
    return top + BOX / 2;
  }

  /** The line above the first change: below the box and below the messages beside it. */
  double changesBelow() {
    return top + BOX + beside;
  }

  /** Half the width of the box. */
  double half() {
    return Math.max(40, width(title) / 2 + 8);
  }

  /** The width of a text in the size of titles, on the safe side. */
  static double width(String text) {
    return text.length() * 7.2;
  }
}
