package io.zabdb.bench.elastic;

import io.zabdb.bench.chart.Picture;
import io.zabdb.bench.chart.Pictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Draws figures. */
final class FigureFiles {

  private FigureFiles() {}

  /**
   * Draws each part of each figure, as PNG and SVG.
   *
   * @param folder is made if it is missing
   * @param prefix of the names of all files
   * @return why this machine cannot draw, for people; empty if it did
   * @throws IOException if a file cannot be written
   */
  static Optional<String> draw(Path folder, String prefix, List<ElasticFigure> figures)
      throws IOException {
    Files.createDirectories(folder);
    for (ElasticFigure figure : figures) {
      for (Map.Entry<String, Supplier<Picture>> part : figure.pictures().entrySet()) {
        Optional<String> cannot = Pictures.write(folder, prefix + part.getKey(), part.getValue());
        if (cannot.isPresent()) {
          return cannot;
        }
      }
    }
    return Optional.empty();
  }
}
