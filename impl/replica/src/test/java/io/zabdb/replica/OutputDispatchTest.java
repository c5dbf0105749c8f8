package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.step.Output;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputDispatchTest {

  @SuppressWarnings("unchecked")
  private static OutputDispatch allBut(Class<?> missing) {
    OutputDispatch dispatch = new OutputDispatch();
    for (Class<?> kind : Output.class.getPermittedSubclasses()) {
      if (kind != missing) {
        dispatch.on((Class<? extends Output>) kind, output -> {});
      }
    }
    return dispatch;
  }

  @Test
  void eachKindThatNobodyCarriesOutIsFoundAtTheBeginning() {
    allBut(null).complete();
    for (Class<?> kind : Output.class.getPermittedSubclasses()) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, allBut(kind)::complete);
      assertTrue(refused.getMessage().contains(kind.getName()), refused::getMessage);
    }
  }

  @Test
  void anOutputIsCarriedOutByThatOfItsKind() throws Exception {
    List<Long> delivered = new ArrayList<>();
    OutputDispatch dispatch =
        allBut(Output.Deliver.class)
            .on(Output.Deliver.class, deliver -> delivered.add(deliver.length()))
            .complete();
    dispatch.carryOut(new Output.Deliver(7));
    dispatch.carryOut(new Output.Truncate(3));
    assertEquals(List.of(7L), delivered);
    assertThrows(
        IllegalStateException.class, () -> dispatch.on(Output.Truncate.class, truncate -> {}));
  }
}
