package io.zabdb.simulator.mutant;

import java.util.List;

/** Bugs put into the product's runtime, log and core by hand, and the seeds that find them. */
final class RuntimeBugs {

  private RuntimeBugs() {}

  static List<SourceMutant> all() {
    return List.of(
        replica(
            "a follower does not cut its log",
            "Installing",
            "    log.truncate(\n        length,\n        cut -> {\n"
                + "          parts.rosters().cut(cut, length);\n          turns.resume();\n"
                + "        });\n",
            "    parts.loop().execute(turns::resume);\n",
            19,
            "EqualInTime"),
        replica(
            "a read asks nobody whether the replica still leads",
            "ReplicaDriver",
            "public void read(ReadCallback callback) {\n",
            "public void read(ReadCallback callback) {\n"
                + "    if (callback != null) {\n"
                + "      staleRead(callback);\n"
                + "      return;\n"
                + "    }\n",
            1,
            "Linearizable"),
        replica(
            "a read does not wait for what it must see",
            "ApplySchedule",
            "if (length <= applier.applied().length()) {",
            "if (length >= 0) {",
            3,
            "Linearizable"),
        replica(
            "the log is purged up to what is synced, not to a checkpoint",
            "Purging",
            "new LogPosition(checkpoint.length(), checkpoint.zxid())",
            "new LogPosition(\n"
                + "            replica.state().synced(),\n"
                + "            replica.state().entry(replica.state().synced()).zxid())",
            7,
            "Starts"),
        replica(
            "what found no room is written behind what came later",
            "LogWriter",
            "      List<Entry> all = new ArrayList<>(unwritten);\n      all.addAll(waiting);",
            "      List<Entry> all = new ArrayList<>(waiting);\n      all.addAll(unwritten);",
            68,
            "NoFailure"),
        replica(
            "a cut that finds no room ends the process",
            "LogWriter",
            "    } catch (DiskFullException e) {\n      loop.execute(",
            "    } catch (IllegalMonitorStateException e) {\n      loop.execute(",
            88,
            "NoFailure"),
        replica(
            "what found no room in the store is not applied later",
            "Applier",
            "        putBack(batch);\n",
            "",
            3,
            "WritesInTime"),
        replica(
            "the applier does not go on behind a checkpoint that was installed",
            "Installing",
            "schedule.goOnBehind(kept.length());",
            "schedule.deliver(kept.length());",
            7,
            "EqualInTime"),
        replica(
            "the log is read for the applier while a checkpoint replaces it",
            "Installing",
            "    schedule.stopReading();\n",
            "",
            9601,
            "NoFailure"),
        log(
            "a start syncs the tail and does not write it",
            "Recovery",
            "      writeAgain(file, tail.unproven(), tail.end());\n",
            "",
            1,
            "Starts"),
        log(
            "the metadata is not synced",
            "MetadataFile",
            "      file.write(metadata.encode(), (long) copy * Metadata.BYTES);\n      file.sync();",
            "      file.write(metadata.encode(), (long) copy * Metadata.BYTES);",
            1,
            "SyncedIsKept"),
        replica(
            "an entry counts as synced once it is written",
            "LogWriter",
            "if (durability == Durability.SYNC || busy ||",
            "if (busy ||",
            1,
            "SyncedIsKept"),
        log(
            "a sync that has failed counts",
            "GroupCommit",
            "    LogPosition synced = log.sync();\n    listener.logSynced(",
            "    LogPosition synced = log.end();\n    try {\n      log.sync();\n"
                + "    } catch (IOException e) {\n      // Ignored.\n    }\n"
                + "    listener.logSynced(",
            72,
            "SyncedIsKept"),
        log(
            "an epoch is told of before it is written",
            "GroupCommit",
            "          log.writeEpoch(write.field(), write.epoch());\n          forgetEpoch();\n"
                + "          listener.epochWritten(write.field(), write.epoch());\n",
            "          forgetEpoch();\n"
                + "          listener.epochWritten(write.field(), write.epoch());\n"
                + "          log.writeEpoch(write.field(), write.epoch());\n",
            33,
            "SyncedIsKept"),
        replica(
            "updates are answered before they are applied",
            "Applier",
            "answers.answer(applied.length(), ",
            "answers.answer(Long.MAX_VALUE, ",
            4,
            "WritesInTime"));
  }

  private static SourceMutant replica(
      String bug, String type, String before, String after, long seed, String property) {
    return new SourceMutant(
        bug, "replica", "io.zabdb.replica." + type, before, after, seed, property);
  }

  private static SourceMutant log(
      String bug, String type, String before, String after, long seed, String property) {
    return new SourceMutant(bug, "log", "io.zabdb.log." + type, before, after, seed, property);
  }
}
