package io.zabdb.testkit.sim;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Outputs;
import io.zabdb.testkit.sim.node.SimulatedReplica;
import java.util.ArrayDeque;
import java.util.List;

/** A toy that thinks that it is alone: it acknowledges what is on its own disk. */
final class SelfishReplica implements SimulatedReplica {

  private final ArrayDeque<Input.ClientRequest> waiting = new ArrayDeque<>();
  private long length;
  private long answered;

  SelfishReplica(long length) {
    this.length = length;
    answered = length;
  }

  @Override
  public void step(Input input, Outputs outputs) {
    if (input instanceof Input.ClientRequest request) {
      length++;
      waiting.add(request);
      outputs.add(
          new Output.Append(
              length, new Entry(1, length, request.session(), request.seq(), request.payload())));
    } else if (input instanceof Input.LogSynced synced) {
      outputs.add(new Output.Deliver(synced.length()));
      while (answered < synced.length()) {
        answered++;
        Input.ClientRequest request = waiting.poll();
        outputs.add(new Output.Answer(request.token(), request.session(), request.seq(), answered));
      }
    } else if (input instanceof Input.ClientRead read) {
      outputs.add(new Output.ServeReads(0, List.of(read.token())));
    }
  }

  @Override
  public void checkInvariants() {}

  @Override
  public long leads() {
    return 0;
  }

  @Override
  public long takesPartIn() {
    return 0;
  }
}
