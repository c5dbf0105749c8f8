package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.Status;

class RocksErrorsTest {

  private static final Status IO = new Status(Status.Code.IOError, Status.SubCode.None, null);

  @TempDir Path directory;

  private static RocksDBException failure(Path file) {
    try (Options options = new Options();
        SstFileReader reader = new SstFileReader(options)) {
      return assertThrows(RocksDBException.class, () -> reader.open(file.toString()));
    }
  }

  @Test
  void aFileThatIsNotOpenedIsNotDamaged() throws IOException {
    Path file = directory.resolve("1.sst");
    Files.createSymbolicLink(file, file);
    RocksDBException error = failure(file);
    assertTrue(RocksErrors.isFailureToOpen(error), error::getMessage);
    for (String full :
        new String[] {
          "While open a file for random read: 1.sst: Too many open files",
          "While open a file for random read: 1.sst: Permission denied"
        }) {
      assertTrue(RocksErrors.isFailureToOpen(new RocksDBException(full, IO)), full);
    }
    String read = "While pread offset 0 len 53: 1.sst: Input/output error";
    assertFalse(RocksErrors.isFailureToOpen(new RocksDBException(read, IO)), read);
  }

  @Test
  void whatIsNoTableIsDamaged() throws IOException {
    RocksDBException error = failure(Files.writeString(directory.resolve("1.sst"), "no table"));
    assertFalse(RocksErrors.isFailureToOpen(error), error::getMessage);
    assertEquals(ErrorCode.CORRUPT, RocksErrors.of("read", error).code());
  }

  @Test
  void whatTheStoresEndHasEndedIsNotDamaged() throws Exception {
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, directory.resolve("db").toString())) {
      db.put(new byte[] {1}, new byte[] {1});
      db.cancelAllBackgroundWork(true);
      RocksDBException error = assertThrows(RocksDBException.class, () -> db.compactRange());
      assertEquals(Status.Code.ShutdownInProgress, error.getStatus().getCode());
      StorageException failure = RocksErrors.of("compact the tree p", error);
      assertEquals(ErrorCode.UNAVAILABLE, failure.code());
      assertFalse(failure.isDamage());
    }
    for (Status.Code code : new Status.Code[] {Status.Code.Incomplete, Status.Code.Aborted}) {
      RocksDBException ended =
          new RocksDBException("ended", new Status(code, Status.SubCode.None, null));
      assertFalse(RocksErrors.of("compact", ended).isDamage(), code::name);
    }
    assertTrue(RocksErrors.of("compact", new RocksDBException("failed", IO)).isDamage());
  }
}
