package io.zabdb.storage.rocks;

import io.zabdb.model.data.Bytes;
import io.zabdb.storage.tree.TreePressure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Samples the compaction pressure of a database. It is told by RocksDB's properties and its list of
 * files: its event listeners crash the JVM (rocksdb #10686, #13502). The list takes some
 * microseconds for each file, so it is read only after a flush or a compaction began or ended; the
 * figures of a tree take far more, and are read only when its files, or which of them are
 * compacted, have changed. Thread-safe.
 */
final class RocksPressure {

  /** Of RocksDB by default. */
  private static final int LEVELS = 7;

  /** Where something begins or ends at each look, the next sample is soon enough. */
  private static final int TRIES = 3;

  private final RocksDB db;
  private final RocksResources resources;

  /**
   * What was found of a tree.
   *
   * @param version of its files
   * @param compacted the names of those that were being compacted
   * @param due see {@link CompactionForecast}, like what follows
   */
  private record TreeOutlook(
      long version, Set<String> compacted, long due, long next, int percent, long near) {}

  private List<Long> version = List.of();
  private Map<String, TreeOutlook> known = Map.of();
  private long due;
  private long next;
  private int percent;
  private long near;
  private long level0Files;

  RocksPressure(RocksDB db, RocksResources resources) {
    this.db = db;
    this.resources = resources;
  }

  /** The present pressure of these trees. */
  synchronized TreePressure sample(Map<String, ColumnFamilyHandle> trees) throws RocksDBException {
    List<Long> current = version(trees);
    for (int tries = 0; tries < TRIES && !current.equals(version); tries++) {
      version = current;
      forecast(trees, current);
      // Of a compaction that begins behind the list of files the scores say nothing any more: what
      // it reads would be neither due nor read.
      current = version(trees);
    }
    return new TreePressure(
        due,
        next,
        percent,
        near,
        level0Files,
        current.get(0),
        db.getLongProperty("rocksdb.actual-delayed-write-rate"),
        db.getLongProperty("rocksdb.is-write-stopped") != 0);
  }

  /** Of what pressure depends on: how many compactions run, first, and which files there are. */
  private List<Long> version(Map<String, ColumnFamilyHandle> trees) throws RocksDBException {
    List<Long> of = new ArrayList<>(List.of((long) resources.runningCompactions()));
    for (ColumnFamilyHandle tree : trees.values()) {
      of.add(db.getLongProperty(tree, "rocksdb.current-super-version-number"));
    }
    return of;
  }

  private void forecast(Map<String, ColumnFamilyHandle> trees, List<Long> current)
      throws RocksDBException {
    due = 0;
    next = 0;
    percent = 0;
    near = 0;
    level0Files = 0;
    Map<Bytes, List<LiveFileMetaData>> files = files();
    Map<String, TreeOutlook> found = new HashMap<>();
    // Behind how many compactions run, in the order of the trees.
    Iterator<Long> versions = current.listIterator(1);
    for (Map.Entry<String, ColumnFamilyHandle> tree : trees.entrySet()) {
      long ofTree = versions.next();
      List<LiveFileMetaData> own =
          files.getOrDefault(Bytes.wrap(tree.getValue().getName()), List.of());
      if (!own.isEmpty()) {
        TreeOutlook now = known(known.get(tree.getKey()), tree.getValue(), ofTree, own);
        found.put(tree.getKey(), now);
        add(now, own);
      }
    }
    known = found;
  }

  private TreeOutlook known(
      TreeOutlook before, ColumnFamilyHandle tree, long ofTree, List<LiveFileMetaData> files)
      throws RocksDBException {
    Set<String> compacted =
        files.stream()
            .filter(LiveFileMetaData::beingCompacted)
            .map(LiveFileMetaData::fileName)
            .collect(Collectors.toSet());
    boolean isAsBefore =
        before != null && before.version() == ofTree && before.compacted().equals(compacted);
    if (isAsBefore) {
      return before;
    }
    // It has the keys of all files, which are not kept.
    CompactionForecast now = forecast(tree, files);
    return new TreeOutlook(
        ofTree, compacted, now.dueBytes(), now.nextBytes(), now.nextPercent(), now.nearBytes());
  }

  /** By the names of families. */
  private Map<Bytes, List<LiveFileMetaData>> files() {
    Map<Bytes, List<LiveFileMetaData>> files = new HashMap<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      files
          .computeIfAbsent(Bytes.wrap(file.columnFamilyName()), name -> new ArrayList<>())
          .add(file);
    }
    return files;
  }

  private static CompactionForecast.LiveFile live(LiveFileMetaData file) {
    return new CompactionForecast.LiveFile(
        file.level(), file.smallestKey(), file.largestKey(), file.size(), file.beingCompacted());
  }

  private CompactionForecast forecast(ColumnFamilyHandle tree, List<LiveFileMetaData> files)
      throws RocksDBException {
    Map<String, String> figures = db.getMapProperty(tree, "rocksdb.cfstats");
    double[] scores = new double[LEVELS];
    for (int level = 0; level < LEVELS; level++) {
      // Levels without files are left out.
      scores[level] =
          Double.parseDouble(figures.getOrDefault("compaction.L" + level + ".Score", "0"));
    }
    int baseLevel = Integer.parseInt(db.getProperty(tree, "rocksdb.base-level"));
    return new CompactionForecast(
        files.stream().map(RocksPressure::live).toList(),
        baseLevel,
        scores,
        resources.levelBytes());
  }

  private void add(TreeOutlook tree, List<LiveFileMetaData> files) {
    due += tree.due();
    if (tree.next() * tree.percent() > next * percent) {
      next = tree.next();
      percent = tree.percent();
    }
    near = Math.max(near, tree.near());
    level0Files = Math.max(level0Files, files.stream().filter(file -> file.level() == 0).count());
  }
}
