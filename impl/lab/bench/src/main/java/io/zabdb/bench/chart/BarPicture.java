package io.zabdb.bench.chart;

import java.awt.Color;
import java.awt.Graphics2D;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Bars for each category: beside each other, or on top of each other. */
public final class BarPicture implements Picture {

  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;

  /** Beyond, figures in bars would cover each other. */
  private static final int MOST_LABELS = 12;

  /** XChart takes no fewer as the most names along the axis. */
  private static final int LEAST_LABELS = 2;

  /** How bars stand. */
  public enum Layout {
    BESIDE,
    STACKED
  }

  private final CategoryChart chart = new CategoryChart(WIDTH, HEIGHT);

  /**
   * @param categories along the axis, at least one
   * @param series by name, in their order: a figure of at least 0 for each category
   */
  public BarPicture(
      String title,
      String axis,
      Layout layout,
      List<String> categories,
      Map<String, List<Double>> series) {
    chart.setTitle(title);
    chart.setYAxisTitle(axis);
    CategoryStyler styler = chart.getStyler();
    styler
        .setStacked(layout == Layout.STACKED)
        .setAvailableSpaceFill(layout == Layout.STACKED ? 0.5 : 0.8)
        .setLabelsVisible(categories.size() * series.size() <= MOST_LABELS)
        .setLabelsFont(Palette.TEXT);
    styler.setXAxisMaxLabelCount(Math.max(LEAST_LABELS, categories.size()));
    styler.setYAxisMin(0.0).setAxisTitleFont(Palette.TEXT).setAxisTickLabelsFont(Palette.TEXT);
    styler.setPlotGridVerticalLinesVisible(false).setPlotGridLinesColor(Palette.GRID);
    styler
        .setDecimalPattern("#,##0.#")
        .setChartTitleFont(Palette.TITLE)
        .setChartTitleBoxVisible(false)
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setLegendFont(Palette.TEXT)
        .setLegendBorderColor(Color.WHITE)
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setSeriesColors(Palette.SERIES);
    series.forEach((name, figures) -> chart.addSeries(name, categories, figures));
  }

  @Override
  public int width() {
    return WIDTH;
  }

  @Override
  public int height() {
    return HEIGHT;
  }

  @Override
  public void paint(Graphics2D graphics) {
    chart.paint(graphics, WIDTH, HEIGHT);
  }
}
