package io.zabdb.cli.admin;

import io.zabdb.node.config.Units;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A size as it is named on the command line, as options of nodes are: {@code 512MiB}. */
record PartitionSize(long bytes) {

  /** Reads it. */
  static final class SizeReader implements ITypeConverter<PartitionSize> {
    @Override
    public PartitionSize convert(String word) {
      try {
        return new PartitionSize(Units.bytes().read(word));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + word + "' is no size, such as 512MiB or 2GiB");
      }
    }
  }
}
