package io.zabdb.bench.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.util.ArrayList;
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
  private static final int CURVES = 230;
  private static final int LANE = 34;
  private static final int LANES_FRAME = 95;
  private static final int AXIS = 60;
  private static final float THIN = 1;
  private static final float THICK = 9;
  private static final float MEDIUM = 5;

  /** The heights of what a node did within its lane, which is 1 high. */
  private static final double COMPACTIONS = 0.15;

  private static final double FLUSHES = -0.12;
  private static final double LEADING = -0.32;

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
    XYChart chart = part(null, "latency, ms", CURVES);
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

  private void lanes(Figures figures) {
    int count = figures.lanes().size();
    XYChart chart = part(null, "node", LANES_FRAME + LANE * count);
    XYStyler styler = chart.getStyler();
    styler.setYAxisMin(-0.6).setYAxisMax(count - 0.4);
    styler.setYAxisTickMarkSpacingHint(LANE - 6);
    styler.setYAxisTickLabelsFormattingFunction(
        value ->
            value == Math.rint(value) && value >= 0 && value < count
                ? figures.lanes().get(count - 1 - value.intValue()).node()
                : " ");
    chart.setXAxisTitle("seconds");
    stretches(chart, "compaction", figures, COMPACTIONS, THICK, Palette.ORANGE);
    stretches(chart, "flush", figures, FLUSHES, MEDIUM, Palette.GREY);
    stretches(chart, "leads", figures, LEADING, MEDIUM, Palette.GREEN);
    changes(chart, figures.changes(), -0.6, count - 0.4);
  }

  private XYChart part(String title, String axis, int height) {
    XYChart chart = new XYChart(WIDTH, height);
    heights.add(height);
    parts.add(chart);
    chart.setTitle(title == null ? "" : title);
    chart.setYAxisTitle(axis);
    XYStyler styler = chart.getStyler();
    styler.setChartTitleVisible(title != null);
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

  private static void line(XYChart chart, String name, double[] xs, double[] ys, Color colour) {
    if (xs.length > 0) {
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

  /** Of all nodes, each in its lane; a gap behind each. */
  private static void stretches(
      XYChart chart, String what, Figures figures, double height, float width, Color colour) {
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    int count = figures.lanes().size();
    for (int i = 0; i < count; i++) {
      Lane lane = figures.lanes().get(i);
      List<double[]> all =
          switch (what) {
            case "compaction" -> lane.compactions();
            case "flush" -> lane.flushes();
            default -> lane.leading();
          };
      double y = count - 1 - i + height;
      for (double[] each : all) {
        // At least a pixel wide.
        double end = Math.max(each[1], each[0] + figures.end() / WIDTH);
        xs.addAll(List.of(each[0], end, end));
        ys.addAll(List.of(y, y, Double.NaN));
      }
    }
    if (!xs.isEmpty()) {
      series(chart, what, array(xs), array(ys), colour, width);
    }
  }

  private static double[] array(List<Double> figures) {
    return figures.stream().mapToDouble(Double::doubleValue).toArray();
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
