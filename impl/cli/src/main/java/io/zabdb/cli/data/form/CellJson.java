package io.zabdb.cli.data.form;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.cli.word.Form;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Version;

/** Cells, and outcomes of updates, as lines of JSON. */
public final class CellJson {

  private CellJson() {}

  /**
   * A cell. Names of bytes that are in Base64 end in 64, of those that are in hexadecimal in 16.
   *
   * @param form of all bytes; as text: those that are none are in Base64
   */
  public static String cell(Cell cell, Form form) {
    ObjectNode json = Json.object();
    Json.put(json, "row", cell.row(), form);
    json.put("family", cell.column().family());
    Json.put(json, "qualifier", cell.column().qualifier(), form);
    Json.put(json, "value", cell.value(), form);
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
