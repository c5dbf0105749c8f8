package io.zabdb.core.zab;

import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Notes the names of all actions taken, in order. */
final class Actions implements TraceSink {

  private final List<String> taken = new ArrayList<>();
  private Set<TransferAction> alone;

  /** From now on it hears nothing but these. */
  void hearOnly(TransferAction... actions) {
    alone = Set.of(actions);
  }

  @Override
  public boolean isOn() {
    return alone == null;
  }

  @Override
  public boolean hears(TransferAction action) {
    return alone == null || alone.contains(action);
  }

  @Override
  public void taken(TraceEvent event, StateView state) {
    taken.add(event.action().name());
  }

  @Override
  public void taken(TransferEvent event, TransferView state) {
    taken.add(event.action().name());
  }

  @Override
  public void accepted(Connection connection, StateView state) {
    taken.add("accepted");
  }

  /** What was taken since the last call. */
  List<String> next() {
    List<String> all = List.copyOf(taken);
    taken.clear();
    return all;
  }
}
