package io.zabdb.bench.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.chart.BarPicture.Layout;
import io.zabdb.bench.chart.RunPicture.Lane;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PicturesTest {

  @TempDir Path folder;

  /** The text of the SVG; both files are looked at. */
  private String draw(Supplier<Picture> picture) throws IOException {
    assertEquals(Optional.empty(), Pictures.write(folder, "x", picture));
    BufferedImage image = ImageIO.read(folder.resolve("x.png").toFile());
    assertEquals(2 * picture.get().width(), image.getWidth());
    assertEquals(2 * picture.get().height(), image.getHeight());
    return Files.readString(folder.resolve("x.svg"));
  }

  private static RunPicture.Figures figures(double[] values, List<Lane> lanes) {
    double[] seconds = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      seconds[i] = i;
    }
    double[] changes = values.length == 0 ? new double[0] : new double[] {1};
    return new RunPicture.Figures("t", 10, seconds, values, values, values, changes, lanes);
  }

  @Test
  void aRun() throws IOException {
    Lane busy =
        new Lane("a", List.of(new double[] {1, 2}), List.of(new double[] {3, 3}), List.of());
    Lane idle = new Lane("b", List.of(), List.of(), List.of(new double[] {0, 10}));
    String svg =
        draw(() -> new RunPicture(figures(new double[] {5, Double.NaN, 7}, List.of(busy, idle))));
    // Orange, as compactions are, and green, as leaders are.
    assertTrue(svg.contains("rgb(230,159,0)"));
    assertTrue(svg.contains("rgb(0,158,115)"));
  }

  @Test
  void aRunWithoutAnySuccess() throws IOException {
    Lane idle = new Lane("a", List.of(), List.of(), List.of());
    draw(() -> new RunPicture(figures(new double[] {Double.NaN, Double.NaN}, List.of(idle))));
    draw(() -> new RunPicture(figures(new double[0], List.of(idle))));
  }

  @Test
  void bars() throws IOException {
    Map<String, List<Double>> series = Map.of("one", List.of(10.0, 20.0));
    for (Layout layout : Layout.values()) {
      draw(() -> new BarPicture("t", "y", layout, List.of("p", "q"), series));
    }
  }

  @Test
  void aMachineThatCannotDraw() throws IOException {
    Optional<String> reason =
        Pictures.write(
            folder,
            "x",
            () -> {
              throw new NoClassDefFoundError("java.awt.Font");
            });
    assertEquals("java.lang.NoClassDefFoundError: java.awt.Font", reason.orElseThrow());
  }
}
