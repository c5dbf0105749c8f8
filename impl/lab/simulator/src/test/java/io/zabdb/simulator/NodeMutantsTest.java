package io.zabdb.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.model.data.Bytes;
import io.zabdb.replica.Checkpoints;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.simulator.client.LastOperations;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Nodes that are broken where they meet their disks: each is found by a seed. So the runs reach
 * what they are for, and their checks look.
 */
class NodeMutantsTest {

  private static final long MAX_SEEDS = 150;

  /** Clients have fewer keys in use at a time, and turn to others with higher numbers. */
  private static final int MOST_IN_USE = 12;

  /** Does something in place of a call, or makes it. */
  private interface Broken {
    Object call(Method method, Object[] arguments, Call real) throws Throwable;
  }

  private interface Call {
    Object make() throws Throwable;
  }

  private static <T> T broken(Class<T> type, T real, Broken broken) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                broken.call(
                    method,
                    arguments,
                    () -> {
                      try {
                        return method.invoke(real, arguments);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                    })));
  }

  private static ReplicaDisk withFiles(ReplicaDisk disk, Broken ofFiles, Broken ofFile) {
    return broken(
        ReplicaDisk.class,
        disk,
        (method, arguments, real) -> {
          if (!method.getName().equals("openLog")) {
            return real.make();
          }
          return broken(
              LogFiles.class,
              (LogFiles) real.make(),
              (each, given, make) -> {
                Object result = ofFiles.call(each, given, make);
                return result instanceof LogFile file
                    ? broken(LogFile.class, file, ofFile)
                    : result;
              });
        });
  }

  private static Broken without(String name) {
    return (method, arguments, real) -> method.getName().equals(name) ? null : real.make();
  }

  private static final Broken WHOLE = (method, arguments, real) -> real.make();

  private static void assertFound(String mutant, UnaryOperator<ReplicaDisk> disks) {
    assertFound(mutant, disks, property -> true);
  }

  private static void assertFound(
      String mutant, UnaryOperator<ReplicaDisk> disks, Predicate<String> properties) {
    for (long seed = 1; seed <= MAX_SEEDS; seed++) {
      NodeResult result = new NodeSimulation(NodeOptions.of(seed).withDisks(disks)).run();
      if (result.failed() && properties.test(result.property())) {
        System.out.printf("%s: found by seed %d: %s%n", mutant, seed, result.property());
        return;
      }
    }
    assertTrue(false, mutant + " is not found by " + MAX_SEEDS + " seeds");
  }

  @Test
  void aLogThatIsNotSynced() {
    assertFound("a log that is not synced", disk -> withFiles(disk, WHOLE, without("sync")));
  }

  @Test
  void namesThatAreNotSynced() {
    assertFound(
        "names that are not synced", disk -> withFiles(disk, without("syncDirectory"), WHOLE));
  }

  /** As if the log were told that it begins behind the checkpoint before the store has it. */
  @Test
  void aCheckpointThatIsNotPutInPlace() {
    assertFound(
        "a checkpoint that is not put in place",
        disk ->
            broken(
                ReplicaDisk.class,
                disk,
                (method, arguments, real) ->
                    method.getName().equals("checkpoints")
                        ? broken(Checkpoints.class, (Checkpoints) real.make(), without("load"))
                        : real.make()));
  }

  /** The log is purged up to a checkpoint whose store was not flushed. */
  @Test
  void aStoreThatIsSetBackToWhatItWasBeforeItsCheckpoint() {
    assertFound(
        "a checkpoint of a store that is gone after a crash",
        disk -> {
          boolean[] opened = new boolean[1];
          return broken(
              ReplicaDisk.class,
              disk,
              (method, arguments, real) -> {
                if (method.getName().equals("openStore") && !opened[0]) {
                  opened[0] = true;
                  StorageEngine engine = (StorageEngine) real.make();
                  if (engine.applied().length() > 0) {
                    engine.close();
                    disk.setStoreAside();
                    return real.make();
                  }
                  return engine;
                }
                return real.make();
              });
        });
  }

  /** At the end all is read that was ever written. */
  @Test
  void rowsThatAreLostOnceNobodyUsesThem() {
    assertFound(
        "rows that are lost once nobody uses them",
        disk ->
            broken(
                ReplicaDisk.class,
                disk,
                (method, arguments, real) -> {
                  Object made = real.make();
                  return made instanceof StorageEngine engine ? forgetful(engine) : made;
                }),
        // Not that a checkpoint cannot be loaded into such a store.
        property -> property.equals("Linearizable"));
  }

  private static StorageEngine forgetful(StorageEngine engine) {
    AtomicInteger newest = new AtomicInteger();
    return broken(
        StorageEngine.class,
        engine,
        (method, arguments, real) -> {
          Object made = real.make();
          return made instanceof Snapshot snapshot ? forgetful(snapshot, newest) : made;
        });
  }

  private static Snapshot forgetful(Snapshot snapshot, AtomicInteger newest) {
    return broken(
        Snapshot.class,
        snapshot,
        (method, arguments, real) -> {
          if (!method.getName().equals("get")) {
            return real.make();
          }
          int row = Integer.parseInt(((Bytes) arguments[1]).text().replace("row-", ""));
          if (row < LastOperations.LAST_KEYS) {
            newest.accumulateAndGet(row, Math::max);
          }
          return row < newest.get() - MOST_IN_USE ? List.of() : real.make();
        });
  }
}
