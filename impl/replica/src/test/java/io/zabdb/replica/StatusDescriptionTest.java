package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.memory.ForwardingEngine;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusDescriptionTest {

  /** Between the write that makes a partition, or takes it away, and the engine's knowing of it. */
  @ParameterizedTest
  @EnumSource(names = {"NOT_FOUND", "IO"})
  void aPartitionThatComesOrGoesMeanwhileCountsNothing(ErrorCode code) {
    try (StorageEngine engine = TreeEngine.inMemory(new MemoryDisk())) {
      engine.createPartition(new Partition("p", 0, List.of(Family.of("f"))));
      StorageEngine meanwhile =
          new ForwardingEngine() {
            @Override
            protected StorageEngine engine() {
              return engine;
            }

            @Override
            public long size(String partition, TokenRange range) {
              throw new StorageException(code, "of partition " + partition);
            }
          };
      if (code == ErrorCode.NOT_FOUND) {
        assertEquals(0, StatusDescription.measure(meanwhile));
      } else {
        assertThrows(StorageException.class, () -> StatusDescription.measure(meanwhile));
      }
    }
  }
}
