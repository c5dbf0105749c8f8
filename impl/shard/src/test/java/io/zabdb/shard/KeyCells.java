package io.zabdb.shard;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A text for each token; an update puts its payload to all of its tokens. */
final class KeyCells implements Cells {

  private final TreeMap<Long, String> texts = new TreeMap<>();

  /** What a token has, with its version; empty: nothing. */
  String of(long token) {
    return texts.getOrDefault(token, "");
  }

  @Override
  public Bytes run(PartitionId part, ShardUpdate update, Version version, long time) {
    String written = update.payload().text() + " " + version;
    update.tokens().forEach(token -> texts.put(token, written));
    return Bytes.of(written);
  }

  @Override
  public Bytes base(PartitionId part) {
    return Bytes.of(
        texts.entrySet().stream()
            .filter(cell -> part.range().contains(cell.getKey()))
            .map(cell -> cell.getKey() + "=" + cell.getValue())
            .collect(Collectors.joining("\n")));
  }

  @Override
  public void stage(PartitionId part, Bytes base) {
    drop(part);
    for (String line : base.text().lines().toList()) {
      int at = line.indexOf('=');
      texts.put(Long.parseLong(line.substring(0, at)), line.substring(at + 1));
    }
  }

  @Override
  public void drop(PartitionId part) {
    texts.keySet().removeIf(part.range()::contains);
  }

  @Override
  public void shard(List<PartitionId> old, List<PartitionId> parts) {}
}
