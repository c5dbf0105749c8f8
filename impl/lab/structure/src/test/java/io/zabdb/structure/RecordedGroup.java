package io.zabdb.structure;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Recovered;
import io.zabdb.testkit.sim.Options;
import io.zabdb.testkit.sim.Simulation;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.node.CoreReplicas;
import io.zabdb.testkit.sim.node.Replicas;
import io.zabdb.testkit.sim.node.SimulatedReplica;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A group in the simulator whose steps are written down as a sequence chart shows them: the trace's
 * actions, with who sent the message that was handled, and the outputs that matter to a reader.
 */
final class RecordedGroup implements Replicas, TraceSink {

  static final int MEMBERS = 3;

  /** In place of a member. */
  static final int CLIENT = -1;

  private static final int NOBODY = -1;

  /**
   * A row of a chart.
   *
   * @param from a member or {@link #CLIENT}; equal to {@code to}: a step of one member alone
   * @param to likewise
   * @param action of the trace, or the name of the output
   * @param text what the chart says
   * @param length of the log, as far as it is appended or delivered; else 0
   */
  record Row(int from, int to, String action, String text, long length) {

    boolean concerns(int member) {
      return from == member || to == member;
    }

    boolean is(String other) {
      return action.equals(other);
    }
  }

  private final List<Row> rows = new ArrayList<>();

  /** Outputs of an action, which the core traces behind them: in a chart the cause comes first. */
  private final List<Row> effects = new ArrayList<>();

  /** The rows of a run of the simulator, in order. */
  static List<Row> run(long seed, long micros, List<Fault> faults) {
    RecordedGroup group = new RecordedGroup();
    new Simulation(new Options(seed, MEMBERS, micros, faults, group, EventLog.NONE)).run();
    return group.rows;
  }

  @Override
  public SimulatedReplica start(Settings settings, Recovered recovered, Outputs outputs) {
    int self = settings.self();
    SimulatedReplica replica =
        new CoreReplicas(member -> Guards.STANDARD, member -> this)
            .start(settings, recovered, told(self, outputs));
    return new SimulatedReplica() {
      @Override
      public void step(Input input, Outputs more) {
        replica.step(input, told(self, more));
        flush();
      }

      @Override
      public void checkInvariants() {
        replica.checkInvariants();
      }

      @Override
      public long leads() {
        return replica.leads();
      }

      @Override
      public long takesPartIn() {
        return replica.takesPartIn();
      }
    };
  }

  private Outputs told(int self, Outputs outputs) {
    return output -> {
      if (output instanceof Output.Append append) {
        String text = "append " + append.entry().zxid();
        effects.add(new Row(self, self, "Append", text, append.index()));
      } else if (output instanceof Output.Deliver deliver) {
        effects.add(new Row(self, self, "Deliver", "apply", deliver.length()));
      } else if (output instanceof Output.Answer) {
        effects.add(new Row(self, CLIENT, "Answer", "answer", 0));
      } else if (output instanceof Output.ServeReads) {
        effects.add(new Row(self, CLIENT, "ServeReads", "value", 0));
      } else if (output instanceof Output.Compact) {
        effects.add(new Row(self, self, "Compact", "compact", 0));
      }
      outputs.add(output);
    };
  }

  @Override
  public void taken(TraceEvent event, StateView state) {
    int self = state.self();
    String action = event.action().name();
    if (event.message() != null) {
      add(event.peer(), self, action, text(event.message()));
    } else if (action.equals("ClientRequest")) {
      add(CLIENT, self, action, "update");
    } else if (action.equals("ClientRead")) {
      add(CLIENT, self, action, "read");
    } else {
      alone(self, action, action);
    }
  }

  private static String text(Message message) {
    String name = message.getClass().getSimpleName().toUpperCase(Locale.ROOT);
    if (message instanceof Message.Propose propose) {
      return name + " " + propose.entry().zxid();
    }
    if (message instanceof Message.Ack ack) {
      return name + " " + ack.zxid();
    }
    return message instanceof Message.Commit commit ? name + " " + commit.zxid() : name;
  }

  @Override
  public void accepted(Connection connection, StateView state) {
    alone(state.self(), "Accept", "accept the connection");
  }

  @Override
  public void taken(TransferEvent event, TransferView view) {
    String action = event.action().name();
    boolean isHandled = action.equals("StartEpoch") || action.equals("StartCompaction");
    if (isHandled && event.peer() != NOBODY && event.peer() != view.self()) {
      add(event.peer(), view.self(), action, action);
    } else {
      alone(view.self(), action, action);
    }
  }

  private void alone(int member, String action, String text) {
    add(member, member, action, text);
  }

  private void add(int from, int to, String action, String text) {
    rows.add(new Row(from, to, action, text, 0));
    flush();
  }

  private void flush() {
    rows.addAll(effects);
    effects.clear();
  }
}
