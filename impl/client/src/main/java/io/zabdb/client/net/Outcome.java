package io.zabdb.client.net;

import io.zabdb.rpc.wire.Response;

/** What became of a request to one node. */
public sealed interface Outcome {

  /** The node answered, maybe with an error. */
  record Answered(Response response) implements Outcome {}

  /** The node never saw it. */
  record NotSent(Throwable cause) implements Outcome {}

  /** It is not known whether the node saw it. */
  record Broken(Throwable cause) implements Outcome {}
}
