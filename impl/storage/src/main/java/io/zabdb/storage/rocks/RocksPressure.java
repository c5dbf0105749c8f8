package io.zabdb.storage.rocks;

import io.zabdb.model.data.Bytes;
import io.zabdb.storage.tree.TreePressure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Samples the compaction pressure of a database. It is told by RocksDB's properties and its list of
 * files: its event listeners crash the JVM (rocksdb #10686, #13502). The list takes some
 * microseconds for each file, so it is read only after a flush or a compaction began or ended.
 * Thread-safe.
 */
final class RocksPressure {

  /** Of RocksDB by default. */
  private static final int LEVELS = 7;

  /** Where something begins or ends at each look, the next sample is soon enough. */
  private static final int TRIES = 3;

  private final RocksDB db;
  private final RocksResources resources;

  private List<Long> version = List.of();
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
      forecast(trees);
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

  private void forecast(Map<String, ColumnFamilyHandle> trees) throws RocksDBException {
    due = 0;
    next = 0;
    percent = 0;
    near = 0;
    level0Files = 0;
    Map<Bytes, List<CompactionForecast.LiveFile>> files = files();
    for (ColumnFamilyHandle tree : trees.values()) {
      add(tree, files.getOrDefault(Bytes.wrap(tree.getName()), List.of()));
    }
  }

  /** By the names of families. */
  private Map<Bytes, List<CompactionForecast.LiveFile>> files() {
    Map<Bytes, List<CompactionForecast.LiveFile>> files = new HashMap<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      files
          .computeIfAbsent(Bytes.wrap(file.columnFamilyName()), name -> new ArrayList<>())
          .add(
              new CompactionForecast.LiveFile(
                  file.level(),
                  file.smallestKey(),
                  file.largestKey(),
                  file.size(),
                  file.beingCompacted()));
    }
    return files;
  }

  private void add(ColumnFamilyHandle tree, List<CompactionForecast.LiveFile> files)
      throws RocksDBException {
    if (files.isEmpty()) {
      return;
    }
    Map<String, String> figures = db.getMapProperty(tree, "rocksdb.cfstats");
    double[] scores = new double[LEVELS];
    for (int level = 0; level < LEVELS; level++) {
      // Levels without files are left out.
      scores[level] =
          Double.parseDouble(figures.getOrDefault("compaction.L" + level + ".Score", "0"));
    }
    int baseLevel = Integer.parseInt(db.getProperty(tree, "rocksdb.base-level"));
    CompactionForecast forecast =
        new CompactionForecast(files, baseLevel, scores, resources.levelBytes());
    due += forecast.dueBytes();
    if (forecast.nextBytes() * forecast.nextPercent() > next * percent) {
      next = forecast.nextBytes();
      percent = forecast.nextPercent();
    }
    near = Math.max(near, forecast.nearBytes());
    level0Files = Math.max(level0Files, files.stream().filter(file -> file.level() == 0).count());
  }
}
