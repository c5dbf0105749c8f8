package io.zabdb.bench.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A run over time, in three parts with one time axis: throughput, latency, and what each node did
 * (ACaZoo, Figures 8 and 9).
 */
public final class RunPicture implements Picture {

  private static final int WIDTH = 1_000;
  private static final int CURVES = 215;
  private static final int LANE = 62;
  private static final int FRAME = 75;
  private static final int AXIS = 80;
  private static final float THIN = 1;
  private static final float THICK = 10;
  private static final float MEDIUM = 6;

  /** Where in its part what a node did is shown. */
  private static final double COMPACTIONS = 0.78;

  private static final double FLUSHES = 0.45;
  private static final double LEADING = 0.18;

  private final double seconds;
  private final List<XYChart> parts = new ArrayList<>();
  private final List<Integer> heights = new ArrayList<>();

  /**
   * What there is to see.
   *
   * @param seconds the times of the curves
   * @param throughput operations a second
   * @param p50 in ms; NaN where there is none
   * @param p99 in ms; NaN where there is none
   * @param changes when leaders changed, in seconds
   */
  public record Figures(
      String title,
      double end,
      double[] seconds,
      double[] throughput,
      double[] p50,
      double[] p99,
      double[] changes,
      List<Lane> lanes) {}

  /** What a node did; stretches of time in seconds, each two numbers. */
  public record Lane(
      String node, List<double[]> compactions, List<double[]> flushes, List<double[]> leading) {}

  public RunPicture(Figures figures) {
    seconds = figures.end();
    throughput(figures);
    latency(figures);
    lanes(figures);
  }

  private void throughput(Figures figures) {
    XYChart chart = part(figures.title(), "operations/s", CURVES);
    chart.getStyler().setYAxisMin(0.0);
    line(chart, "throughput", figures.seconds(), figures.throughput(), Palette.BLUE);
    double most = 1;
    for (double each : figures.throughput()) {
      most = Math.max(most, each);
    }
    changes(chart, figures.changes(), 0, most);
  }

  private void latency(Figures figures) {
    XYChart chart = part("", "latency, ms", CURVES);
    chart.getStyler().setYAxisLogarithmic(true);
    line(chart, "p99", figures.seconds(), figures.p99(), Palette.RED);
    line(chart, "p50", figures.seconds(), figures.p50(), Palette.SKY);
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int i = 0; i < figures.p99().length; i++) {
      if (!Double.isNaN(figures.p99()[i])) {
        most = Math.max(most, figures.p99()[i]);
        least = Math.min(least, figures.p50()[i]);
      }
    }
    if (most > 0) {
      changes(chart, figures.changes(), least, most);
    }
  }

  /** A part for each node; the axis and the legend are at the last. */
  private void lanes(Figures figures) {
    for (Lane lane : figures.lanes()) {
      boolean isLast = lane == figures.lanes().get(figures.lanes().size() - 1);
      XYChart chart = part("", lane.node(), isLast ? LANE + FRAME : LANE);
      chart
          .getStyler()
          .setYAxisMin(0.0)
          .setYAxisMax(1.0)
          .setYAxisTickLabelsFormattingFunction(value -> " ");
      chart.getStyler().setYAxisTickMarkSpacingHint(LANE);
      stretches(chart, "compaction", lane.compactions(), COMPACTIONS, THICK, Palette.ORANGE);
      stretches(chart, "flush", lane.flushes(), FLUSHES, MEDIUM, Palette.GREY);
      stretches(chart, "leads", lane.leading(), LEADING, MEDIUM, Palette.GREEN);
      changes(chart, figures.changes(), 0, 1);
      chart.getStyler().setLegendVisible(isLast);
      if (isLast) {
        chart.getStyler().setXAxisTicksVisible(true);
        chart.setXAxisTitle("seconds");
      }
    }
  }

  private XYChart part(String title, String axis, int height) {
    XYChart chart = new XYChart(WIDTH, height);
    heights.add(height);
    parts.add(chart);
    chart.setTitle(title);
    chart.setYAxisTitle(axis);
    XYStyler styler = chart.getStyler();
    styler.setChartTitleVisible(!title.isEmpty());
    styler.setXAxisTicksVisible(false).setPlotGridVerticalLinesVisible(false);
    styler.setXAxisMin(0.0).setXAxisMax(seconds);
    styler.setAxisTitleFont(Palette.TEXT).setAxisTickLabelsFont(Palette.TEXT);
    styler.setPlotGridLinesColor(Palette.GRID).setPlotMargin(0);
    styler
        .setChartTitleFont(Palette.TITLE)
        .setChartTitleBoxVisible(false)
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setPlotContentSize(1)
        .setYAxisLeftWidthHint(AXIS)
        .setLegendFont(Palette.TEXT)
        .setLegendBorderColor(Color.WHITE)
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal);
    return chart;
  }

  /** XChart cannot draw a line without a single point. */
  private static void line(XYChart chart, String name, double[] xs, double[] ys, Color colour) {
    if (Arrays.stream(ys).anyMatch(Double::isFinite)) {
      series(chart, name, xs, ys, colour, THIN + 0.4f);
    }
  }

  private static XYSeries series(
      XYChart chart, String name, double[] xs, double[] ys, Color colour, float width) {
    XYSeries series = chart.addSeries(name, xs, ys);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(colour);
    series.setLineStyle(new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    return series;
  }

  /** Upright lines. */
  private static void changes(XYChart chart, double[] moments, double low, double high) {
    if (moments.length == 0) {
      return;
    }
    double[] xs = new double[3 * moments.length];
    double[] ys = new double[3 * moments.length];
    for (int i = 0; i < moments.length; i++) {
      xs[3 * i] = moments[i];
      xs[3 * i + 1] = moments[i];
      xs[3 * i + 2] = moments[i];
      ys[3 * i] = low;
      ys[3 * i + 1] = high;
      ys[3 * i + 2] = Double.NaN;
    }
    XYSeries series = series(chart, "new leader", xs, ys, Palette.PINK, THIN);
    float[] dashes = {4, 3};
    series.setLineStyle(
        new BasicStroke(THIN, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, dashes, 0));
  }

  /** With a gap behind each; without any, only the legend has them. */
  private void stretches(
      XYChart chart, String what, List<double[]> all, double height, float width, Color colour) {
    double[] xs = new double[Math.max(1, 3 * all.size())];
    double[] ys = new double[xs.length];
    Arrays.fill(ys, Double.NaN);
    for (int i = 0; i < all.size(); i++) {
      double start = all.get(i)[0];
      // At least a pixel wide.
      double end = Math.max(all.get(i)[1], start + seconds / WIDTH);
      Arrays.fill(xs, 3 * i, 3 * i + 3, end);
      xs[3 * i] = start;
      Arrays.fill(ys, 3 * i, 3 * i + 2, height);
    }
    series(chart, what, xs, ys, colour, width);
  }

  @Override
  public int width() {
    return WIDTH;
  }

  @Override
  public int height() {
    return heights.stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public void paint(Graphics2D graphics) {
    AffineTransform before = graphics.getTransform();
    for (int i = 0; i < parts.size(); i++) {
      parts.get(i).paint(graphics, WIDTH, heights.get(i));
      graphics.translate(0, heights.get(i));
    }
    graphics.setTransform(before);
  }
}
