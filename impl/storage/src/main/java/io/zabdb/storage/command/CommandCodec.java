package io.zabdb.storage.command;

import io.zabdb.core.session.Retention;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.command.Action.Batch;
import io.zabdb.storage.command.Action.CheckAndMutate;
import io.zabdb.storage.command.Action.Mutate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Commands as bytes. The format is in docs/storage-format.md. */
public final class CommandCodec {

  private static final int FORMAT = 2;

  /** Says nothing of sessions: they were opened at 0, and are kept for ever. */
  private static final int FIRST_FORMAT = 1;

  private static final int ROW_MUTATION = 1;
  private static final int CHECK_AND_MUTATE = 2;
  private static final int BATCH = 3;

  private static final int PUT = 1;
  private static final int DELETE_VERSION = 2;
  private static final int DELETE_COLUMN = 3;
  private static final int DELETE_FAMILY = 4;
  private static final int DELETE_ROW = 5;

  private static final int IS_ABSENT = 1;
  private static final int IS_PRESENT = 2;
  private static final int HAS_VALUE = 3;
  private static final int HAS_VERSION = 4;

  private CommandCodec() {}

  /**
   * The bytes of a command.
   *
   * @throws ZabException if it is longer than {@link DataLimits#COMMAND}
   */
  public static byte[] encode(Command command) {
    ByteWriter out = new ByteWriter(64);
    boolean isFirst = command.opened() == 0 && command.kept().equals(Retention.FOREVER);
    out.putByte(isFirst ? FIRST_FORMAT : FORMAT);
    out.putString(command.partition()).putVarint(command.time());
    if (!isFirst) {
      out.putVarint(command.opened());
      out.putVarint(command.kept().millis()).putVarint(command.kept().records());
    }
    putAction(out, command.action());
    DataLimits.check("the command's length in bytes", out.size(), 0, DataLimits.COMMAND);
    return out.toArray();
  }

  /**
   * The command of these bytes.
   *
   * @throws ZabException if it is no command, of a newer format, or beyond the limits
   */
  public static Command decode(byte[] bytes) {
    DataLimits.check("the command's length in bytes", bytes.length, 0, DataLimits.COMMAND);
    ByteReader in = new ByteReader(bytes);
    int format = in.takeByte();
    if (format != FORMAT && format != FIRST_FORMAT) {
      throw in.malformed(
          "format " + format + " of commands is not known, those up to " + FORMAT + " are");
    }
    String partition = in.takeString();
    long time = in.takeNumber();
    long opened = format == FIRST_FORMAT ? 0 : in.takeNumber();
    Retention kept = format == FIRST_FORMAT ? Retention.FOREVER : takeRetention(in);
    Command command = new Command(partition, time, opened, kept, takeAction(in));
    in.end();
    return command;
  }

  private static Retention takeRetention(ByteReader in) {
    long millis = in.takeNumber();
    long records = in.takeNumber();
    if (millis == 0 || records == 0) {
      throw in.malformed("sessions are to be kept for " + millis + " ms, " + records + " of them");
    }
    return new Retention(millis, records);
  }

  private static void putAction(ByteWriter out, Action action) {
    if (action instanceof Mutate single) {
      putMutation(out.putByte(ROW_MUTATION), single.mutation());
    } else if (action instanceof CheckAndMutate conditional) {
      out.putByte(CHECK_AND_MUTATE).putVarint(conditional.conditions().size());
      conditional.conditions().forEach(condition -> putCondition(out, condition));
      putMutation(out, conditional.mutation());
    } else if (action instanceof Batch batch) {
      out.putByte(BATCH).putVarint(batch.mutations().size());
      batch.mutations().forEach(mutation -> putMutation(out, mutation));
    }
  }

  private static Action takeAction(ByteReader in) {
    int kind = in.takeByte();
    return switch (kind) {
      case ROW_MUTATION -> new Mutate(takeMutation(in));
      case CHECK_AND_MUTATE ->
          new CheckAndMutate(takeList(in, "checks", CommandCodec::takeCondition), takeMutation(in));
      case BATCH -> new Batch(takeList(in, "mutations in a batch", CommandCodec::takeMutation));
      default -> throw in.malformed("no action has the number " + kind);
    };
  }

  private static void putMutation(ByteWriter out, RowMutation mutation) {
    out.putBytes(mutation.row()).putVarint(mutation.changes().size());
    mutation.changes().forEach(change -> putChange(out, change));
  }

  private static RowMutation takeMutation(ByteReader in) {
    return new RowMutation(
        in.takeBytes(), takeList(in, "changes in a row", CommandCodec::takeChange));
  }

  private static void putChange(ByteWriter out, Change change) {
    if (change instanceof Change.Put put) {
      putColumn(out.putByte(PUT), put.column()).putBytes(put.value());
    } else if (change instanceof Change.DeleteVersion delete) {
      putColumn(out.putByte(DELETE_VERSION), delete.column());
      VersionCodec.put(out, delete.version());
    } else if (change instanceof Change.DeleteColumn delete) {
      putColumn(out.putByte(DELETE_COLUMN), delete.column());
    } else if (change instanceof Change.DeleteFamily delete) {
      out.putByte(DELETE_FAMILY).putString(delete.family());
    } else if (change instanceof Change.DeleteRow) {
      out.putByte(DELETE_ROW);
    }
  }

  private static Change takeChange(ByteReader in) {
    int kind = in.takeByte();
    return switch (kind) {
      case PUT -> new Change.Put(takeColumn(in), in.takeBytes());
      case DELETE_VERSION -> new Change.DeleteVersion(takeColumn(in), VersionCodec.take(in));
      case DELETE_COLUMN -> new Change.DeleteColumn(takeColumn(in));
      case DELETE_FAMILY -> new Change.DeleteFamily(in.takeString());
      case DELETE_ROW -> new Change.DeleteRow();
      default -> throw in.malformed("no change has the number " + kind);
    };
  }

  private static void putCondition(ByteWriter out, Condition condition) {
    if (condition instanceof Condition.Absent) {
      putColumn(out.putByte(IS_ABSENT), condition.column());
    } else if (condition instanceof Condition.Present) {
      putColumn(out.putByte(IS_PRESENT), condition.column());
    } else if (condition instanceof Condition.HasValue has) {
      putColumn(out.putByte(HAS_VALUE), has.column()).putBytes(has.value());
    } else if (condition instanceof Condition.HasVersion has) {
      putColumn(out.putByte(HAS_VERSION), has.column());
      VersionCodec.put(out, has.version());
    }
  }

  private static Condition takeCondition(ByteReader in) {
    int kind = in.takeByte();
    return switch (kind) {
      case IS_ABSENT -> new Condition.Absent(takeColumn(in));
      case IS_PRESENT -> new Condition.Present(takeColumn(in));
      case HAS_VALUE -> new Condition.HasValue(takeColumn(in), in.takeBytes());
      case HAS_VERSION -> new Condition.HasVersion(takeColumn(in), VersionCodec.take(in));
      default -> throw in.malformed("no check has the number " + kind);
    };
  }

  private static ByteWriter putColumn(ByteWriter out, Column column) {
    return out.putString(column.family()).putBytes(column.qualifier());
  }

  private static Column takeColumn(ByteReader in) {
    return new Column(in.takeString(), in.takeBytes());
  }

  private static <T> List<T> takeList(ByteReader in, String what, Function<ByteReader, T> take) {
    int count = in.takeCount(what, DataLimits.PARTS);
    List<T> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(take.apply(in));
    }
    return items;
  }
}
