package io.zabdb.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.model.error.ZabException;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The group's own commands in the log that may not be applied yet, committed or not. By the loop.
 */
final class TailCommands {

  private static final Logger LOG = LoggerFactory.getLogger(TailCommands.class);

  private final TreeMap<Long, Entry> entries = new TreeMap<>();

  /**
   * The entry was appended.
   *
   * @param index its place in the log
   * @param applied how many entries were applied: those up to there are forgotten
   */
  void appended(long index, Entry entry, long applied) {
    if (StorageEngine.isOfGroup(entry)) {
      entries.headMap(applied, true).clear();
      entries.put(index, entry);
    }
  }

  /** The log was cut to so many entries. */
  void cutTo(long length) {
    entries.tailMap(length, false).clear();
  }

  /** A checkpoint took the place of the log. */
  void clear() {
    entries.clear();
  }

  /** Whether there are any behind the first so many entries. */
  boolean areAnyBehind(long index) {
    return !entries.isEmpty() && entries.lastKey() > index;
  }

  /** Those behind the first so many entries. */
  List<ShardCommand> behind(long index) {
    List<ShardCommand> commands = new ArrayList<>();
    entries.tailMap(index, false).values().forEach(entry -> decode(entry, commands));
    return commands;
  }

  private static void decode(Entry entry, List<ShardCommand> commands) {
    try {
      commands.add(StructureCodec.decode(entry.payload()).command());
    } catch (ZabException e) {
      LOG.warn("Entry {} holds no command; nothing becomes of it: {}", entry, e.getMessage());
    }
  }
}
