package io.zabdb.faults.hold;

import com.google.protobuf.ByteString;
import io.zabdb.client.ZabClient;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Change;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.RowMutation;
import io.zabdb.rpc.wire.Update;
import java.util.Random;

/** Values of 8 MB, and requests about them. */
final class Values {

  /** A little less than max-request lets through. */
  static final int BYTES = 8_000_000;

  private static final Column COLUMN = Column.of("default", "large");
  private static final String ROW = "large-";

  private Values() {}

  /** Writes the value with this number, as often as it takes. */
  static void write(Site site, int number) {
    byte[] value = new byte[BYTES];
    new Random(number).nextBytes(value);
    try (ZabClient client = site.client(Waiting.PATIENCE)) {
      ZabClient.await(client.put(Bytes.of(ROW + number), COLUMN, Bytes.of(value)));
    }
  }

  /** Writes a value; whether it was taken. */
  static boolean tryWrite(ZabClient client, int number, byte[] value) {
    try {
      ZabClient.await(client.put(Bytes.of(ROW + number), COLUMN, Bytes.of(value)));
      return true;
    } catch (ZabException e) {
      // Refused, or too late: that is for the cluster to decide.
      return false;
    }
  }

  static Request.Builder get(Site site, int number) {
    return Request.newBuilder()
        .setGet(
            Get.newBuilder()
                .setPartition(site.partition())
                .setRow(ByteString.copyFromUtf8(ROW + number))
                .setFamily("default")
                .setQualifier(ByteString.copyFromUtf8("large")));
  }

  static Request.Builder put(Site site, int number, long session) {
    Change.Put put =
        Change.Put.newBuilder()
            .setFamily("default")
            .setQualifier(ByteString.copyFromUtf8("large"))
            .setValue(ByteString.copyFrom(new byte[BYTES]))
            .build();
    return Request.newBuilder()
        .setUpdate(
            Update.newBuilder()
                .setPartition(site.partition())
                .setSession(session)
                .setSeq(1)
                .setOpened(0)
                .setRowMutation(
                    RowMutation.newBuilder()
                        .setRow(ByteString.copyFromUtf8(ROW + number))
                        .addChanges(Change.newBuilder().setPut(put))));
  }
}
