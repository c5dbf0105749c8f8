package io.zabdb.cli.data.form;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.client.data.Cell;
import io.zabdb.client.data.Version;

/** Cells, and outcomes of updates, as lines of JSON. */
public final class CellJson {

  private CellJson() {}

  /** A cell; bytes that are no text have names that end in 64, and are in Base64. */
  public static String cell(Cell cell) {
    ObjectNode json = Json.object();
    Json.put(json, "row", cell.row());
    json.put("family", cell.column().family());
    Json.put(json, "qualifier", cell.column().qualifier());
    Json.put(json, "value", cell.value());
    json.put("version", cell.version().toString());
    json.put("time", cell.time().toString());
    return Json.line(json);
  }

  /** Of an update that was made. */
  public static String done(Version version) {
    return Json.line(Json.object().put("done", true).put("version", version.toString()));
  }

  /** Of an update that was not made. */
  public static String notDone() {
    return Json.line(Json.object().put("done", false));
  }
}
