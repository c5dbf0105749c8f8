package io.zabdb.bench.peers.etcd;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.zabdb.bench.load.LoadStore;
import io.zabdb.model.data.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One server of etcd, by its gRPC service {@code etcdserverpb.KV}. Thread-safe. */
final class EtcdStore implements LoadStore {

  private static final long LIMIT_SECONDS = 10;

  private static final MethodDescriptor<byte[], byte[]> PUT = method("Put");
  private static final MethodDescriptor<byte[], byte[]> RANGE = method("Range");

  private final ManagedChannel channel;

  /** Messages as they are. */
  private static final class Raw implements MethodDescriptor.Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Hands the answer on. */
  private static final class Answer implements StreamObserver<byte[]> {

    private final CompletableFuture<byte[]> future = new CompletableFuture<>();

    @Override
    public void onNext(byte[] message) {
      future.complete(message);
    }

    @Override
    public void onError(Throwable failure) {
      future.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      // The answer came before.
    }
  }

  EtcdStore(String host, int port) {
    channel = NettyChannelBuilder.forAddress(host, port).usePlaintext().directExecutor().build();
  }

  private static MethodDescriptor<byte[], byte[]> method(String name) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("etcdserverpb.KV", name))
        .setRequestMarshaller(new Raw())
        .setResponseMarshaller(new Raw())
        .build();
  }

  private CompletableFuture<byte[]> call(MethodDescriptor<byte[], byte[]> method, byte[] request) {
    Answer answer = new Answer();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(LIMIT_SECONDS, TimeUnit.SECONDS);
    ClientCalls.asyncUnaryCall(channel.newCall(method, options), request, answer);
    return answer.future;
  }

  @Override
  public CompletableFuture<Long> write(Bytes row, Bytes value) {
    return call(PUT, Messages.put(row, value)).thenApply(response -> UNKNOWN_EPOCH);
  }

  @Override
  public CompletableFuture<Optional<Bytes>> read(Bytes row) {
    return call(RANGE, Messages.range(row)).thenApply(EtcdStore::value);
  }

  private static Optional<Bytes> value(byte[] response) {
    try {
      return Messages.value(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void close() {
    channel.shutdownNow();
  }
}
