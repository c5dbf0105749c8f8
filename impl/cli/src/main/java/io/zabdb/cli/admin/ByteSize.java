package io.zabdb.cli.admin;

import io.zabdb.node.config.Units;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A size as it is named on the command line, as options of nodes are: {@code 512MiB}. */
record ByteSize(long bytes) {

  /** Reads it. */
  static final class Converter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String word) {
      try {
        return new ByteSize(Units.bytes().read(word));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + word + "' is no size, such as 512MiB or 2GiB");
      }
    }
  }
}
