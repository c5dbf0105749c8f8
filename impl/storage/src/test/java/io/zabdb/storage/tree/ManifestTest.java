package io.zabdb.storage.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {

  @TempDir Path directory;

  private void writeSigned(String text) throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    String sum = "sum " + Long.toHexString(crc.getValue()) + "\n";
    Files.writeString(directory.resolve(Manifest.NAME), text + sum);
  }

  private void refused() {
    StorageException error =
        assertThrows(StorageException.class, () -> Manifest.verify(directory, "thing"));
    assertEquals(ErrorCode.CORRUPT, error.code());
  }

  @Test
  void whatWasWrittenIsVerified() throws IOException {
    Files.writeString(directory.resolve("a"), "content");
    Files.writeString(directory.resolve("empty"), "");
    Manifest.write(directory, "thing");
    Manifest.verify(directory, "thing");
  }

  @Test
  void filesThatAreElsewhereBelongToIt() throws IOException {
    Path pool = Files.createDirectory(directory.resolve("pool"));
    Path table = Files.writeString(directory.resolve("1.sst"), "content");
    TablePool tables = new TablePool(pool);
    String description = tables.add(table);
    Files.delete(table);
    Path own = Files.createDirectory(directory.resolve("own"));
    Files.writeString(own.resolve("CURRENT"), "one");
    Manifest.write(own, "thing", Map.of("1.sst", description));
    assertEquals(List.of("1.sst", "CURRENT"), List.copyOf(Manifest.names(own)));
    assertThrows(StorageException.class, () -> Manifest.verify(own, "thing"));
    Files.createLink(own.resolve("1.sst"), pool.resolve("1.sst"));
    Manifest.verify(own, "thing");
    Files.writeString(own.resolve("1.sst"), "damaged");
    assertThrows(StorageException.class, () -> Manifest.verify(own, "thing"));
  }

  @Test
  void theFormatIsThatOfTheDocumentation() throws IOException {
    Files.writeString(directory.resolve("a"), "123456789");
    // The check value of CRC32C.
    writeSigned("zabdb-storage 1\nkind thing\nfile a 9 e3069283\n");
    Manifest.verify(directory, "thing");
  }

  @Test
  void aManifestThatLeadsElsewhereIsRefused() throws IOException {
    writeSigned("zabdb-storage 1\nkind thing\n");
    Manifest.verify(directory, "thing");
    for (String line : new String[] {"file ../a 1 0", "file a/b 1 0", "file a x 0", "link a"}) {
      writeSigned("zabdb-storage 1\nkind thing\n" + line + "\n");
      refused();
    }
  }

  @Test
  void anotherFormatOrKindIsRefused() throws IOException {
    for (String text : new String[] {"", "zabdb-storage 2\nkind thing\n", "zabdb-storage 1\n"}) {
      writeSigned(text);
      refused();
    }
    writeSigned("zabdb-storage 1\nkind other\n");
    refused();
  }
}
