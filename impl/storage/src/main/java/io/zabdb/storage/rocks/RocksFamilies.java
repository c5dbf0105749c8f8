package io.zabdb.storage.rocks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A database that was just opened, with all its families; a new one has {@code default}.
 *
 * @param trees by name
 * @param lost those of no use, see {@link FamilyNames}
 */
record RocksFamilies(
    RocksDB db, Map<String, ColumnFamilyHandle> trees, List<ColumnFamilyHandle> lost) {

  /**
   * @param options of a tree
   */
  static RocksFamilies open(
      DBOptions database, Path directory, Function<String, ColumnFamilyOptions> options)
      throws RocksDBException {
    List<String> families = families(directory);
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (String family : families) {
      descriptors.add(descriptor(family, options.apply(FamilyNames.treeOf(family))));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    RocksDB db = RocksDB.open(database, directory.toString(), descriptors, handles);
    Map<String, String> byTree = FamilyNames.byTree(families);
    Map<String, ColumnFamilyHandle> trees = new TreeMap<>();
    List<ColumnFamilyHandle> lost = new ArrayList<>();
    for (int i = 0; i < handles.size(); i++) {
      String family = families.get(i);
      String tree = FamilyNames.treeOf(family);
      if (family.equals(byTree.get(tree))) {
        trees.put(tree, handles.get(i));
      } else {
        lost.add(handles.get(i));
      }
    }
    return new RocksFamilies(db, trees, lost);
  }

  private static List<String> families(Path directory) throws RocksDBException {
    try (Options any = new Options()) {
      List<byte[]> names = RocksDB.listColumnFamilies(any, directory.toString());
      return (names.isEmpty() ? List.of(RocksDB.DEFAULT_COLUMN_FAMILY) : names)
          .stream().map(name -> new String(name, StandardCharsets.UTF_8)).toList();
    }
  }

  static ColumnFamilyDescriptor descriptor(String family, ColumnFamilyOptions options) {
    return new ColumnFamilyDescriptor(family.getBytes(StandardCharsets.UTF_8), options);
  }
}
