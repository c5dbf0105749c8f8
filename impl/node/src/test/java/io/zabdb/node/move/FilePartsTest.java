package io.zabdb.node.move;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.OfferedFiles;
import io.zabdb.rpc.wire.FilePart;
import io.zabdb.rpc.wire.OfferFiles;
import io.zabdb.rpc.wire.ReadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files may be read, and offered. */
class FilePartsTest {

  private static final long SEED = 4715;

  /** Names that lead out of a directory, or might somewhere. */
  private static final List<String> ESCAPES =
      List.of("", ".", "..", "../secret", "/etc/passwd", "a/b", "a\\b", ".hidden", "a\0b", "a\n");

  @TempDir Path temp;

  private static ReadFile part(String name, long offset, int length) {
    return ReadFile.newBuilder().setName(name).setOffset(offset).setLength(length).build();
  }

  private FilePart read(ReadFile request) throws IOException {
    FileParts.check(request);
    return FileParts.read(temp.resolve("offered"), request);
  }

  private ZabException refusal(ReadFile request) {
    return assertThrows(ZabException.class, () -> read(request));
  }

  @Test
  void aPartIsReadWithItsSum() throws IOException {
    Files.createDirectory(temp.resolve("offered"));
    Files.writeString(temp.resolve("offered/000001.sst"), "0123456789");
    FilePart part = read(part("000001.sst", 2, 9 - 2));
    assertEquals("2345678", part.getBytes().toStringUtf8());
    assertEquals(FileParts.sum(part.getBytes().asReadOnlyByteBuffer()), part.getCrc32C());
    assertEquals(ErrorCode.NOT_FOUND, refusal(part("000001.sst", 2, 9)).code());
    assertEquals(ErrorCode.NOT_FOUND, refusal(part("000002.sst", 2, 9)).code());
    assertEquals(ErrorCode.NOT_FOUND, refusal(part("000001.sst", Long.MAX_VALUE, 9)).code());
    for (ReadFile wrong :
        List.of(
            part("a", -1, 1),
            part("a", 0, 0),
            part("a", 0, -1),
            part("a", 0, FileParts.MOST + 1))) {
      assertEquals(ErrorCode.INVALID_ARGUMENT, refusal(wrong).code());
    }
  }

  @Test
  void noNameLeadsOutOfTheDirectory() throws IOException {
    Files.writeString(temp.resolve("secret"), "secret");
    Files.createDirectories(temp.resolve("offered/a"));
    Files.writeString(temp.resolve("offered/a/b"), "secret");
    Files.writeString(temp.resolve("offered/.hidden"), "secret");
    for (String name : ESCAPES) {
      assertEquals(ErrorCode.INVALID_ARGUMENT, refusal(part(name, 0, 1)).code(), name);
    }
    Files.createSymbolicLink(temp.resolve("offered/link"), temp.resolve("secret"));
    for (String name : List.of("a", "link")) {
      assertEquals(ErrorCode.NOT_FOUND, refusal(part(name, 0, 1)).code(), name);
    }
  }

  /** However large a file is said to be, its parts are not made before they are asked for. */
  @Test
  void filesHavePartsFromTheirStartToTheirEnd() {
    long huge = 1L << 48;
    FilePieces pieces =
        new FilePieces(new TreeMap<>(Map.of("a", 0L, "b", FileParts.MOST + 1L, "c", huge)));
    assertEquals(new FilePiece("b", 0, FileParts.MOST), pieces.next());
    assertEquals(new FilePiece("b", FileParts.MOST, 1), pieces.next());
    assertEquals(new FilePiece("c", 0, FileParts.MOST), pieces.next());
    assertEquals(new FilePiece("c", FileParts.MOST, FileParts.MOST), pieces.next());
    FilePieces none = new FilePieces(Map.of("a", 0L));
    assertFalse(none.hasNext());
    assertThrows(NoSuchElementException.class, none::next);
  }

  private static OfferFiles.Builder wire() {
    return OfferFiles.newBuilder()
        .setGroup(1)
        .setFromGroup(2)
        .setPartition("p")
        .setAttempt(3)
        .setDigest(MoveWire.offer(1, offer(new Random(SEED)), 4, "").getDigest())
        .addFiles(OfferFiles.File.newBuilder().setName("f").setBytes(5));
  }

  private static BaseOffer offer(Random random) {
    TreeMap<String, Long> files = new TreeMap<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      files.put("f" + random.nextInt(100), random.nextLong() >>> (16 + random.nextInt(48)));
    }
    byte[] digest = new byte[1 + random.nextInt(64)];
    random.nextBytes(digest);
    return new BaseOffer(
        random.nextInt(300), "p" + random.nextInt(9), random.nextInt(9), Bytes.wrap(digest), files);
  }

  @Test
  void offersAreReadBack() {
    Random random = new Random(SEED);
    for (int i = 0; i < 1_000; i++) {
      BaseOffer offer = offer(random);
      OfferFiles wire = MoveWire.offer(1, offer, 5, "there:7");
      assertEquals(offer, MoveWire.offer(wire), "seed " + SEED);
      assertEquals(5, wire.getSource());
      assertArrayEquals(offer.digest().array(), wire.getDigest().toByteArray());
    }
  }

  private static void refused(String why, Consumer<OfferFiles.Builder> change) {
    OfferFiles.Builder wire = wire();
    MoveWire.offer(wire.build());
    change.accept(wire);
    ZabException error = assertThrows(ZabException.class, () -> MoveWire.offer(wire.build()));
    assertTrue(
        error.code() == ErrorCode.INVALID_ARGUMENT || error.code() == ErrorCode.TOO_LARGE,
        error::toString);
    assertTrue(error.problem().contains(why), error.problem());
  }

  @Test
  void offersThatMakeNoSenseAreRefused() {
    for (String name : ESCAPES) {
      refused("cannot be called", wire -> wire.addFilesBuilder().setName(name));
    }
    refused("one name", wire -> wire.addFilesBuilder().setName("f"));
    refused("a name of 0 bytes", OfferFiles.Builder::clearDigest);
    refused(
        "a name of 65 bytes",
        wire -> wire.setDigest(com.google.protobuf.ByteString.copyFrom(new byte[65])));
    refused("0 files", OfferFiles.Builder::clearFiles);
    refused("the partition", OfferFiles.Builder::clearPartition);
    refused("length of a file", wire -> wire.addFilesBuilder().setName("g").setBytes(-1));
    refused(
        "allowed is " + (1L << 48),
        wire -> wire.addFilesBuilder().setName("g").setBytes((1L << 48) + 1));
    refused(
        "number of files in an offer is 10001",
        wire -> {
          for (int i = 0; i < OfferedFiles.FILES; i++) {
            wire.addFilesBuilder().setName("g" + i);
          }
        });
  }
}
