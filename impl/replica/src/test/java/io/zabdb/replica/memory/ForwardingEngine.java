package io.zabdb.replica.memory;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.TableState;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.AppliedPoint;
import io.zabdb.storage.engine.CompactionControl;
import io.zabdb.storage.engine.SessionFigures;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.TablePool;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Does all that another engine does, but for what a subclass does otherwise. */
public abstract class ForwardingEngine implements StorageEngine {

  /** The other engine, as it is now. */
  protected abstract StorageEngine engine();

  @Override
  public AppliedPoint applied() {
    return engine().applied();
  }

  @Override
  public TableState table() {
    return engine().table();
  }

  @Override
  public void beganWith(List<Partition> partitions) {
    engine().beganWith(partitions);
  }

  @Override
  public AppliedPoint flushed() {
    return engine().flushed();
  }

  @Override
  public List<Result> apply(List<Entry> entries) {
    return engine().apply(entries);
  }

  @Override
  public Snapshot snapshot() {
    return engine().snapshot();
  }

  @Override
  public void flush() {
    engine().flush();
  }

  @Override
  public void createPartition(Partition partition) {
    engine().createPartition(partition);
  }

  @Override
  public void dropPartition(String partition) {
    engine().dropPartition(partition);
  }

  @Override
  public SessionFigures sessions() {
    return engine().sessions();
  }

  @Override
  public long sessionsToCopy(List<PartitionId> into) {
    return engine().sessionsToCopy(into);
  }

  @Override
  public Optional<String> partitionFrom(String name) {
    return engine().partitionFrom(name);
  }

  @Override
  public Bytes collect(String partition, Bytes from, int most) {
    return engine().collect(partition, from, most);
  }

  @Override
  public Checkpoint exportCheckpoint(Path directory, TablePool.Choice tables) {
    return engine().exportCheckpoint(directory, tables);
  }

  @Override
  public void importCheckpoint(Path directory) {
    engine().importCheckpoint(directory);
  }

  @Override
  public void verifyCheckpoint(Path directory) {
    engine().verifyCheckpoint(directory);
  }

  @Override
  public boolean isImportPending() {
    return engine().isImportPending();
  }

  @Override
  public void finishImport() {
    engine().finishImport();
  }

  @Override
  public void keepArrivalsIn(Path directory) {
    engine().keepArrivalsIn(directory);
  }

  @Override
  public Carrier receive(Path directory) {
    return engine().receive(directory);
  }

  @Override
  public Optional<Path> received(Bytes digest) {
    return engine().received(digest);
  }

  @Override
  public void dropLeftovers() {
    engine().dropLeftovers();
  }

  @Override
  public Set<String> lacking() {
    return engine().lacking();
  }

  @Override
  public void exportPartition(Snapshot snapshot, String partition, Path directory) {
    engine().exportPartition(snapshot, partition, directory);
  }

  @Override
  public Carrier exportPartition(String partition, Path scratch, Path directory) {
    return engine().exportPartition(partition, scratch, directory);
  }

  @Override
  public void importPartition(Path directory, String partition, long move) {
    engine().importPartition(directory, partition, move);
  }

  @Override
  public long size(String partition, TokenRange range) {
    return engine().size(partition, range);
  }

  @Override
  public long verify() {
    return engine().verify();
  }

  @Override
  public FileScan scanFiles() {
    return engine().scanFiles();
  }

  @Override
  public CompactionControl compactions() {
    return engine().compactions();
  }

  @Override
  public void close() {
    engine().close();
  }
}
