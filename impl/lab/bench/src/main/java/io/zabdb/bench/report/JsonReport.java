package io.zabdb.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A report for programs: a record as JSON, its components by their names. */
public final class JsonReport {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonReport() {}

  public static String of(Object report) throws IOException {
    return JSON.writeValueAsString(report) + "\n";
  }

  /** Replaces a file. */
  public static void write(Path file, Object report) throws IOException {
    Files.writeString(file, of(report));
  }
}
