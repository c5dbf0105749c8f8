package io.zabdb.bench.tasks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.bench.tasks.StoreTask.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes tasks of the lines that RocksDB writes into its own log ({@code LOG}) at level INFO: those
 * with {@code EVENT_LOG_v1} and a JSON object behind it. Takes the lines of one store, oldest
 * first. All other lines are passed over; lines whose object is cut off or makes no sense are
 * counted. For one thread.
 */
final class EventLog {

  private static final String MARK = "EVENT_LOG_v1 ";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<StoreTask> ended = new ArrayList<>();

  /** By job: a job does one task after another. */
  private final Map<Integer, StoreTask> underWay = new TreeMap<>();

  private int malformed;
  private long firstMicros = Long.MAX_VALUE;

  /** A line of the log. */
  void line(String line) {
    int mark = line.indexOf(MARK);
    if (mark < 0) {
      return;
    }
    try {
      event(JSON.readTree(line.substring(mark + MARK.length())));
    } catch (JsonProcessingException | MalformedEventException e) {
      malformed++;
    }
  }

  /** All tasks, by their start; those that have not ended are among them. */
  List<StoreTask> tasks() {
    List<StoreTask> all = new ArrayList<>(ended);
    all.addAll(underWay.values());
    all.sort(Comparator.comparingLong(StoreTask::startMicros));
    return all;
  }

  /** How many lines made no sense. */
  int malformed() {
    return malformed;
  }

  /** When the first event was, in microseconds since 1970; the greatest number if there is none. */
  long firstMicros() {
    return firstMicros;
  }

  private void event(JsonNode event) throws MalformedEventException {
    long micros = number(event, "time_micros");
    firstMicros = Math.min(firstMicros, micros);
    switch (event.path("event").asText()) {
      case "flush_started" -> start(flush(event, micros));
      case "compaction_started" -> start(compaction(event, micros));
      case "table_file_creation" -> wrote(event);
      case "flush_finished" -> end(event, Kind.FLUSH, micros, 0);
      case "compaction_finished" ->
          end(event, Kind.COMPACTION, micros, (int) number(event, "output_level"));
      default -> {
        // Of no interest.
      }
    }
  }

  private static StoreTask flush(JsonNode event, long micros) throws MalformedEventException {
    return new StoreTask(
        Kind.FLUSH,
        "",
        (int) number(event, "job"),
        event.path("flush_reason").asText(),
        micros,
        StoreTask.UNDER_WAY,
        (int) number(event, "num_memtables"),
        number(event, "total_data_size"),
        0,
        0,
        -1);
  }

  private static StoreTask compaction(JsonNode event, long micros) throws MalformedEventException {
    int files = 0;
    for (Map.Entry<String, JsonNode> field : event.properties()) {
      files += field.getKey().startsWith("files_L") ? field.getValue().size() : 0;
    }
    return new StoreTask(
        Kind.COMPACTION,
        event.path("cf_name").asText(),
        (int) number(event, "job"),
        event.path("compaction_reason").asText(),
        micros,
        StoreTask.UNDER_WAY,
        files,
        number(event, "input_data_size"),
        0,
        0,
        -1);
  }

  /** A store that was opened anew counts its jobs from the start: what it had begun never ended. */
  private void start(StoreTask task) {
    StoreTask lost = underWay.put(task.job(), task);
    if (lost != null) {
      ended.add(lost.ended(task.startMicros(), -1));
    }
  }

  /** Also told of files that no task writes, such as those that come with a checkpoint. */
  private void wrote(JsonNode event) throws MalformedEventException {
    long bytes = number(event, "file_size");
    String tree = event.path("cf_name").asText();
    underWay.computeIfPresent(
        (int) number(event, "job"), (job, task) -> task.withOutput(bytes).in(tree));
  }

  /** The start may be in a file that is gone. */
  private void end(JsonNode event, Kind kind, long micros, int level)
      throws MalformedEventException {
    int job = (int) number(event, "job");
    StoreTask task = underWay.get(job);
    if (task != null && task.kind() == kind) {
      underWay.remove(job);
      ended.add(task.ended(micros, level));
    }
  }

  private static long number(JsonNode event, String field) throws MalformedEventException {
    JsonNode number = event.path(field);
    if (!number.canConvertToLong()) {
      throw new MalformedEventException();
    }
    return number.asLong();
  }

  private static final class MalformedEventException extends Exception {
    private static final long serialVersionUID = 1;
  }
}
