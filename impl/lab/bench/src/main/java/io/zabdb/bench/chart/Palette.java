package io.zabdb.bench.chart;

import java.awt.Color;
import java.awt.Font;

/** Colours that people with any kind of sight tell apart (Okabe and Ito), and fonts. */
final class Palette {

  static final Color ORANGE = new Color(0xE69F00);
  static final Color SKY = new Color(0x56B4E9);
  static final Color GREEN = new Color(0x009E73);
  static final Color BLUE = new Color(0x0072B2);
  static final Color RED = new Color(0xD55E00);
  static final Color PINK = new Color(0xCC79A7);
  static final Color GREY = new Color(0x999999);
  static final Color GRID = new Color(0xDDDDDD);

  /** Of bars beside each other. */
  static final Color[] SERIES = {GREY, SKY, ORANGE, GREEN, BLUE, RED, PINK};

  static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
  static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 13);

  private Palette() {}
}
