package io.zabdb.cli.admin;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Nodes as they are named on the command line: {@code 3,4} or {@code none}. Immutable. */
record NodeIds(List<Integer> ids) {

  NodeIds {
    ids = List.copyOf(ids);
  }

  /** Reads them. */
  static final class Converter implements ITypeConverter<NodeIds> {
    @Override
    public NodeIds convert(String words) {
      List<Integer> ids = new ArrayList<>();
      if (words.equals("none")) {
        return new NodeIds(ids);
      }
      for (String word : words.split(",", -1)) {
        try {
          ids.add(Integer.parseUnsignedInt(word.strip()));
        } catch (NumberFormatException e) {
          throw new TypeConversionException(
              "'" + words + "' is neither none nor ids of nodes with commas, such as 3,4");
        }
      }
      return new NodeIds(ids);
    }
  }
}
