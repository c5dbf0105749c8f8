package io.zabdb.bench.peers.etcd;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.zabdb.model.data.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** The few fields of etcd's messages that are needed (etcdserverpb, rpc.proto and kv.proto). */
final class Messages {

  /** Of PutRequest and RangeRequest. */
  private static final int KEY = 1;

  /** Of RangeResponse, each a KeyValue. */
  private static final int KVS = 2;

  /** Of KeyValue. */
  private static final int KV_VALUE = 5;

  private Messages() {}

  /** A PutRequest. */
  static byte[] put(Bytes key, Bytes value) {
    return fields(key, value);
  }

  /** A RangeRequest of one key; linearizable, as long as {@code serializable} is not set. */
  static byte[] range(Bytes key) {
    return fields(key);
  }

  /** Fields of bytes, numbered from {@link #KEY} on: the key, and the value behind it. */
  private static byte[] fields(Bytes... values) {
    try {
      int size = 0;
      for (int i = 0; i < values.length; i++) {
        size += CodedOutputStream.computeByteArraySize(KEY + i, values[i].array());
      }
      byte[] message = new byte[size];
      CodedOutputStream out = CodedOutputStream.newInstance(message);
      for (int i = 0; i < values.length; i++) {
        out.writeByteArray(KEY + i, values[i].array());
      }
      return message;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The value of the first pair in a RangeResponse.
   *
   * @throws IOException if that is not a message
   */
  static Optional<Bytes> value(byte[] rangeResponse) throws IOException {
    Optional<byte[]> pair = field(rangeResponse, KVS);
    // A value of no bytes is left out.
    return pair.isEmpty()
        ? Optional.empty()
        : Optional.of(Bytes.wrap(field(pair.get(), KV_VALUE).orElse(new byte[0])));
  }

  private static Optional<byte[]> field(byte[] message, int number) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(message);
    int tag = in.readTag();
    while (tag != 0) {
      if (WireFormat.getTagFieldNumber(tag) == number) {
        return Optional.of(in.readByteArray());
      }
      in.skipField(tag);
      tag = in.readTag();
    }
    return Optional.empty();
  }
}
