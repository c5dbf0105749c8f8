package io.zabdb.client.call;

import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;

/**
 * What is to be done, in one partition. Immutable.
 *
 * @param <T> of the result
 */
public interface Operation<T> {

  /** For people, such as {@code put}. */
  String name();

  OperationKind kind();

  /** About how many bytes a request takes. */
  int bytes();

  /**
   * Where it goes.
   *
   * @throws io.zabdb.model.error.ZabException if it cannot go anywhere
   */
  RingPartition place(Ring ring);

  /**
   * The request.
   *
   * @param stamp of an update; null for reads
   */
  Request.Builder request(RingPartition place, Stamp stamp);

  /**
   * The result in a response, or null if it is no answer to the request.
   *
   * @throws RuntimeException if it makes no sense
   */
  T result(RingPartition place, Response response);
}
