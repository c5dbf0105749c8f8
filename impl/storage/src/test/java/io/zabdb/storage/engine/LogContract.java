package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.zabdb.core.message.Entry;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store that applies a group's log, entry by entry. */
abstract class LogContract {

  static final Birth OTHER = new Birth(3, 4);

  final List<Entry> log = new ArrayList<>();
  Backend backend;
  StorageEngine engine;

  abstract Backend backend();

  @BeforeEach
  final void open() {
    backend = backend();
    engine = backend.open();
  }

  @AfterEach
  final void close() {
    engine.close();
  }

  final Result apply(Entry entry) {
    log.add(entry);
    return engine.apply(List.of(entry)).get(0);
  }

  final Result apply(Structure structure) {
    long place = log.size() + 1L;
    return apply(new Entry(1, place, Structure.SESSION, place, StructureCodec.encode(structure)));
  }

  final void took(Structure structure) {
    assertInstanceOf(Result.Done.class, apply(structure), structure::toString);
  }

  /** A command of an attempt to give a partition away. */
  static Structure attempt(CommandKind kind, PartitionId part) {
    return Structure.of(ShardCommand.of(kind, part, 1, OTHER));
  }

  static void refused(ErrorCode code, Result result) {
    assertEquals(code, assertInstanceOf(Result.Refused.class, result).code());
  }
}
