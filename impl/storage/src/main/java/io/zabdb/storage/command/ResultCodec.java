package io.zabdb.storage.command;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.data.StorageException;

/** Results as bytes. The format is in docs/storage-format.md. */
public final class ResultCodec {

  private static final int FORMAT = 1;

  private static final int DONE = 1;
  private static final int NOT_DONE = 2;
  private static final int NOTHING = 3;
  private static final int REFUSED = 4;

  private ResultCodec() {}

  /**
   * The bytes of a result.
   *
   * @throws IllegalArgumentException if it is refused with a code that no store has
   */
  public static byte[] encode(Result result) {
    ByteWriter out = new ByteWriter(32).putByte(FORMAT);
    if (result instanceof Result.Done done) {
      VersionCodec.put(out.putByte(DONE), done.version());
    } else if (result instanceof Result.NotDone) {
      out.putByte(NOT_DONE);
    } else if (result instanceof Result.Nothing) {
      out.putByte(NOTHING);
    } else if (result instanceof Result.Refused refused) {
      int number = numberOf(refused.code());
      if (number == 0) {
        throw new IllegalArgumentException("no command ends with " + refused.code());
      }
      out.putByte(REFUSED).putByte(number).putString(refused.message());
    }
    return out.toArray();
  }

  /**
   * The result of these bytes.
   *
   * @throws StorageException if it is no result, or of a newer format
   */
  public static Result decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.takeByte();
    if (format != FORMAT) {
      throw in.malformed("format " + format + " of results is not known, " + FORMAT + " is");
    }
    int kind = in.takeByte();
    Result result =
        switch (kind) {
          case DONE -> new Result.Done(VersionCodec.take(in));
          case NOT_DONE -> new Result.NotDone();
          case NOTHING -> new Result.Nothing();
          case REFUSED -> new Result.Refused(codeOf(in.takeByte(), in), in.takeString());
          default -> throw in.malformed("no result has the number " + kind);
        };
    in.end();
    return result;
  }

  /** Numbers on disk stay when names are added; 0: no command ends so. */
  private static int numberOf(ErrorCode code) {
    return switch (code) {
      case INVALID_ARGUMENT -> 1;
      case TOO_LARGE -> 2;
      case NOT_FOUND -> 3;
      case ALREADY_EXISTS -> 4;
      case STALE -> 5;
      case CORRUPT -> 6;
      case IO -> 7;
      case DISK_FULL -> 8;
      case TOO_OLD -> 9;
      default -> 0;
    };
  }

  private static ErrorCode codeOf(int number, ByteReader in) {
    for (ErrorCode code : ErrorCode.values()) {
      if (number > 0 && numberOf(code) == number) {
        return code;
      }
    }
    throw in.malformed("no error has the number " + number);
  }
}
