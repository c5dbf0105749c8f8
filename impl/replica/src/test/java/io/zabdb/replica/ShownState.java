package io.zabdb.replica;

import io.zabdb.core.state.StateView;
import java.lang.reflect.Proxy;
import java.util.Map;

/** A state that shows what a test says, by the names of its methods; nothing else may be asked. */
final class ShownState {

  private ShownState() {}

  static StateView of(Map<String, Object> state) {
    return (StateView)
        Proxy.newProxyInstance(
            StateView.class.getClassLoader(),
            new Class<?>[] {StateView.class},
            (proxy, method, arguments) -> state.get(method.getName()));
  }
}
