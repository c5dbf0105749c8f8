package io.zabdb.storage.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.storage.data.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Manifest.write(directory, "thing", new Manifest.Sums());
    Manifest.verify(directory, "thing");
  }

  @Test
  void sumsAreNotTakenOverFromAnotherFile() throws IOException {
    Manifest.Sums sums = new Manifest.Sums();
    Files.writeString(directory.resolve("1.sst"), "content");
    Manifest.write(directory, "thing", sums);
    Files.delete(directory.resolve(Manifest.NAME));
    Files.writeString(directory.resolve("2.sst"), "another");
    Manifest.write(directory, "thing", sums);
    Manifest.verify(directory, "thing");
    Files.writeString(directory.resolve("1.sst"), "damaged");
    refused();
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
