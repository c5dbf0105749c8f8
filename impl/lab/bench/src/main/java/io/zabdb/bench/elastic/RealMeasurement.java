package io.zabdb.bench.elastic;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.growth.NodeStep;
import io.zabdb.bench.growth.RealGrowth;
import io.zabdb.bench.load.HotspotChoice;
import io.zabdb.bench.load.ZipfChoice;
import io.zabdb.scale.elastic.ElasticSettings;
import io.zabdb.scale.elastic.PartitionSizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Has stores of real nodes grow, and makes figures of that.
 *
 * @param sizes of the stores
 * @param processors of this machine
 */
record RealMeasurement(RealGrowth growth, ElasticSettings sizes, int processors) {

  private static final int SIZES = 6;

  /**
   * Makes the figures that are asked for, and tells of each growth what clients saw.
   *
   * @throws BenchException if a store does not come to what is to be measured
   * @throws IOException if nodes cannot be started
   */
  List<ElasticFigure> run(RealElasticOptions options)
      throws BenchException, IOException, InterruptedException {
    List<ElasticFigure> made = new ArrayList<>();
    if (options.has(5)) {
      List<NodeStep> hotspot = growth.grow(HotspotChoice::new);
      made.add(RealFigures.bootstrap(hotspot, sizes));
      made.add(RealFigures.clients(hotspot, "hotspot"));
    }
    if (options.has(6) || options.has(7)) {
      List<NodeStep> zipf = growth.grow(ZipfChoice::new);
      made.add(RealFigures.clients(zipf, "zipf"));
      if (options.has(7)) {
        made.add(RealFigures.use(zipf, sizes, processors));
      }
    }
    if (options.has(8)) {
      made.add(PartitionFigure.of(partitions(), SizeUnit.MIB));
    }
    return made;
  }

  /** Six greatest sizes, each half of the one before; the last is half of the settings'. */
  private List<PartitionSizes> partitions()
      throws BenchException, IOException, InterruptedException {
    List<Long> greatest =
        LongStream.iterate(sizes.mostBytes() << (SIZES - 2), size -> size / 2)
            .limit(SIZES)
            .boxed()
            .toList();
    List<List<Long>> all = growth.split(greatest);
    return IntStream.range(0, SIZES)
        .mapToObj(i -> RealFigures.sizes(greatest.get(SIZES - 1 - i), all.get(SIZES - 1 - i)))
        .toList();
  }
}
