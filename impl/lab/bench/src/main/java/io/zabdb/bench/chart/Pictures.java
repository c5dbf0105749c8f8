package io.zabdb.bench.chart;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

/** Writes pictures to files. No screen is needed. For one thread. */
public final class Pictures {

  static {
    System.setProperty("java.awt.headless", "true");
  }

  private static final String SVG = "http://www.w3.org/2000/svg";

  /** For screens that show two pixels for one. */
  private static final int SCALE = 2;

  private Pictures() {}

  /**
   * Writes a picture as NAME.svg and NAME.png.
   *
   * @param picture made only here, since that needs fonts, too
   * @return why this machine cannot draw, for people; empty if it did
   * @throws IOException if a file cannot be written
   */
  public static Optional<String> write(Path folder, String name, Supplier<Picture> picture)
      throws IOException {
    try {
      Picture made = picture.get();
      svg(made, folder.resolve(name + ".svg"));
      png(made, folder.resolve(name + ".png"));
      return Optional.empty();
    } catch (LinkageError | InternalError | RuntimeException e) {
      // A JRE without AWT, or a machine without fonts: each says it in another way.
      return Optional.of(e.toString());
    }
  }

  private static void svg(Picture picture, Path file) throws IOException {
    SVGGraphics2D graphics = new SVGGraphics2D(document());
    graphics.setSVGCanvasSize(new Dimension(picture.width(), picture.height()));
    picture.paint(graphics);
    try (Writer writer = Files.newBufferedWriter(file)) {
      graphics.stream(writer, true);
    } finally {
      graphics.dispose();
    }
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's own XML parser", e);
    }
  }

  private static void png(Picture picture, Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(
            SCALE * picture.width(), SCALE * picture.height(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setColor(Color.WHITE);
      graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
      graphics.scale(SCALE, SCALE);
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      picture.paint(graphics);
    } finally {
      graphics.dispose();
    }
    ImageIO.write(image, "png", file.toFile());
  }
}
