package io.zabdb.bench.chart;

import java.awt.Graphics2D;

/** What can be drawn. */
public interface Picture {

  /** In pixels. */
  int width();

  /** In pixels. */
  int height();

  /** Draws it, from the upper left corner. */
  void paint(Graphics2D graphics);
}
