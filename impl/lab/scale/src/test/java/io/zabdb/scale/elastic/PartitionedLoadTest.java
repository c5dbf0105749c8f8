package io.zabdb.scale.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.scale.elastic.PartitionedLoad.LoadedPart;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionedLoadTest {

  private static final long GIB = 1L << 30;

  @Test
  void partitionsAreWholeRangesOfAboutOneSize() {
    ElasticSettings settings = ElasticSettings.usual();
    for (int doubled = 0; doubled < 6; doubled++) {
      long most = GIB << doubled;
      List<LoadedPart> parts = new PartitionedLoad(settings.withMostBytes(most)).run();
      assertEquals(128 >> doubled, parts.size());
      double after = 0;
      double bytes = 0;
      for (LoadedPart each : parts) {
        assertEquals(after, each.part().after());
        after = each.part().upTo();
        bytes += each.bytes();
        assertTrue(each.bytes() > 0.6 * most && each.bytes() < 0.8 * most, each::toString);
      }
      assertEquals(1, after);
      assertEquals(100.0 * GIB, bytes, GIB / 10.0);
    }
  }

  @Test
  void requestsAreSharedByWhereKeysAre() {
    KeyLoad zipf = KeyLoad.zipf(7);
    List<LoadedPart> parts = new PartitionedLoad(ElasticSettings.usual()).run();
    double[] shares = parts.stream().mapToDouble(each -> zipf.share(each.part())).toArray();
    double all = 0;
    double most = 0;
    for (double share : shares) {
      all += share;
      most = Math.max(most, share);
    }
    assertEquals(1, all, 1e-9);
    // The first of 100 million keys has 1 of the 20.8 that the sum of their weights is.
    assertTrue(most > 1 / 20.8 && most < 0.12, "the hottest has " + most);
    for (LoadedPart each : parts) {
      assertEquals(each.part().width(), KeyLoad.hotspot().share(each.part()), 1e-12);
    }
  }
}
