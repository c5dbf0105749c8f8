package io.zabdb.testkit.sim.node;

import io.zabdb.core.message.Message;
import io.zabdb.core.step.Output;

/**
 * Cuts the power of a node at the moment when its replica asks for something delicate: moments that
 * crashes at random times seldom hit. Set for one strike at a time.
 */
public final class Ambush {

  /** The delicate moments. */
  public enum Moment {
    WRITE_EPOCH,
    APPEND,
    TRUNCATE,
    INSTALL,
    DELIVER,
    ANSWER,
    SEND_SYNC,
    SEND_ACKNOWLEDGEMENT
  }

  private Moment moment;
  private boolean before;

  /**
   * Waits for a moment.
   *
   * @param strikesBefore whether what the replica asks for then is not done any more
   */
  public void set(Moment next, boolean strikesBefore) {
    moment = next;
    before = strikesBefore;
  }

  /** Waits for nothing. */
  public void clear() {
    moment = null;
  }

  boolean strikesBefore() {
    return before;
  }

  boolean catches(Output output) {
    return moment != null && moment == momentOf(output);
  }

  private static Moment momentOf(Output output) {
    if (output instanceof Output.Send send) {
      return momentOf(send.message());
    }
    if (output instanceof Output.Append) {
      return Moment.APPEND;
    }
    if (output instanceof Output.WriteEpoch) {
      return Moment.WRITE_EPOCH;
    }
    if (output instanceof Output.Truncate) {
      return Moment.TRUNCATE;
    }
    if (output instanceof Output.Install) {
      return Moment.INSTALL;
    }
    if (output instanceof Output.Deliver) {
      return Moment.DELIVER;
    }
    return output instanceof Output.Answer ? Moment.ANSWER : null;
  }

  private static Moment momentOf(Message message) {
    if (message instanceof Message.Sync || message instanceof Message.Pulled) {
      return Moment.SEND_SYNC;
    }
    boolean vouches =
        message instanceof Message.AckEpoch
            || message instanceof Message.AckLd
            || message instanceof Message.Ack;
    return vouches ? Moment.SEND_ACKNOWLEDGEMENT : null;
  }
}
