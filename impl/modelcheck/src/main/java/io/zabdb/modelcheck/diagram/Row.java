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
 * @param height height of the whole row, in pixels
 */
record Row(int number, int lane, String title, List<String> changes, boolean fault, double top, double height) {

  static final double BOX = 24;
  static final double LINE = 13;
  private static final double GAP = 16;

  /** The height of a row with so many lines below its box, and so many messages that end beside it. */
  static double height(int lines, int stubs) {
    return Math.max(BOX + lines * LINE, stubs * 2 * LINE) + GAP;
  }

  /** Where arrows touch the box. */
  double middle() {
    return top + BOX / 2;
  }
}
