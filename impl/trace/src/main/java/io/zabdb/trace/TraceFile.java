package io.zabdb.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A trace as a file: one JSON object a line. The first line names the members of the group, {@code
 * {"servers":["s1","s2","s3"]}}; each other line is an event ({@link EventJson}).
 */
public final class TraceFile {

  private static final ObjectMapper JSON = new ObjectMapper();

  private TraceFile() {}

  /**
   * Reads a trace.
   *
   * @throws TraceFormatException if it is none
   * @throws IOException if the file cannot be read
   */
  public static Trace read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return parse(file.getFileName().toString(), lines.toList());
    } catch (java.io.UncheckedIOException unreadable) {
      throw new TraceFormatException(file + " is no text: " + unreadable.getMessage());
    }
  }

  /** Reads a trace from its lines. */
  public static Trace parse(String name, List<String> lines) {
    List<String> servers = new ArrayList<>();
    List<RecordedEvent> events = new ArrayList<>();
    int number = 0;
    for (String line : lines) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      try {
        JsonNode json = JSON.readTree(line);
        if (json.has("servers")) {
          json.get("servers").forEach(server -> servers.add(server.asText()));
        } else {
          events.add(EventJson.read(json));
        }
      } catch (JsonProcessingException | TraceFormatException wrong) {
        throw new TraceFormatException(name + ", line " + number + ": " + firstLine(wrong));
      }
    }
    checkNames(name, servers, events);
    return new Trace(name, servers, events);
  }

  private static String firstLine(Exception error) {
    return String.valueOf(error.getMessage()).lines().findFirst().orElse("unreadable");
  }

  /** A member that is not named would be missing from every majority. */
  private static void checkNames(String name, List<String> servers, List<RecordedEvent> events) {
    TreeSet<String> unknown = new TreeSet<>();
    for (RecordedEvent event : events) {
      unknown.add(event.node());
      unknown.add(event.state().leader());
      if (!event.peer().isEmpty()) {
        unknown.add(event.peer());
      }
    }
    unknown.removeAll(servers);
    // They become field names and strings of TLA+.
    servers.stream().filter(server -> !server.matches("[A-Za-z]\\w*")).forEach(unknown::add);
    if (servers.isEmpty()) {
      throw new TraceFormatException(name + ": the first line must name all \"servers\"");
    }
    if (!unknown.isEmpty()) {
      throw new TraceFormatException(name + ": no names of servers: " + String.join(", ", unknown));
    }
  }

  /** Writes a trace. */
  public static void write(Path file, Trace trace) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (String line : lines(trace)) {
        out.write(line);
        out.write('\n');
      }
    }
  }

  /** The lines of the file. */
  public static List<String> lines(Trace trace) {
    List<String> lines = new ArrayList<>();
    lines.add(header(trace.servers()));
    trace.events().forEach(event -> lines.add(EventJson.write(event).toString()));
    return lines;
  }

  /** The first line. */
  public static String header(List<String> servers) {
    ObjectNode header = JSON.createObjectNode();
    servers.forEach(header.putArray("servers")::add);
    return header.toString();
  }
}
