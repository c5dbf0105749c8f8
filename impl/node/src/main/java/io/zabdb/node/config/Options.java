package io.zabdb.node.config;

import java.util.List;
import java.util.stream.Stream;

/**
 * Every option of a node, in the order of the documentation. Each is declared once, in the class of
 * its part: {@link StorageOptions} and its like.
 */
final class Options {

  private static final List<Option<?>> ALL =
      Stream.of(
              IdentityOptions.all(),
              NetworkOptions.all(),
              EncryptionOptions.all(),
              DataOptions.all(),
              ReplicationOptions.all(),
              TimingOptions.all(),
              TransferOptions.all(),
              StorageOptions.all(),
              OperationOptions.all())
          .<Option<?>>flatMap(List::stream)
          .toList();

  private Options() {}

  static List<Option<?>> all() {
    return ALL;
  }
}
