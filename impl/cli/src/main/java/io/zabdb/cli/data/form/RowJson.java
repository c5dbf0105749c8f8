package io.zabdb.cli.data.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.cli.word.Form;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A row as a line of JSON, as {@code dump} writes and {@code load} reads it:
 *
 * <pre>{"row": "ada", "cells": {"default:mail": "ada@example.org"}}</pre>
 *
 * <p>Bytes that are no text are in Base64: a row as {@code "row64"}, a value as {@code {"value64":
 * ...}} in place of the string; cells whose qualifiers are no text stand in a list {@code
 * "cells64"} of objects with {@code "family"}, {@code "qualifier64"}, and {@code "value"} or {@code
 * "value64"}. If another form is asked for, all bytes are in it, under names that end in 16
 * (hexadecimal) or 64.
 */
public final class RowJson {

  private static final String CELLS = "cells";
  private static final String VALUE = "value";
  private static final String QUALIFIER = "qualifier";
  private static final String FAMILY = "family";

  private RowJson() {}

  /**
   * Writes a line, without its end.
   *
   * @param cells of one row, at least one, one version of each column
   * @param form of all bytes; as text: those that are none are in Base64
   */
  public static String write(List<Cell> cells, Form form) {
    ObjectNode json = Json.object();
    Json.put(json, "row", cells.get(0).row(), form);
    ObjectNode byName = Json.object();
    ArrayNode others = byName.arrayNode();
    for (Cell cell : cells) {
      Optional<String> qualifier = Utf8.text(cell.column().qualifier());
      if (form == Form.TEXT && qualifier.isPresent()) {
        putValue(byName, cell.column().family() + ":" + qualifier.get(), cell.value());
      } else {
        ObjectNode other = others.addObject().put(FAMILY, cell.column().family());
        Json.put(other, QUALIFIER, cell.column().qualifier(), form);
        Json.put(other, VALUE, cell.value(), form);
      }
    }
    if (!byName.isEmpty()) {
      json.set(CELLS, byName);
    }
    if (!others.isEmpty()) {
      json.set(CELLS + (form == Form.TEXT ? Form.BASE64 : form).suffix(), others);
    }
    return Json.line(json);
  }

  private static void putValue(ObjectNode byName, String name, Bytes value) {
    Optional<String> text = Utf8.text(value);
    if (text.isPresent()) {
      byName.put(name, text.get());
    } else {
      Json.put(byName.putObject(name), VALUE, value, Form.TEXT);
    }
  }

  /** Reads a line. */
  public static RowMutation read(String line) throws FormException {
    ObjectNode json = Json.read(line);
    checkNames(json, Set.of("row", "row16", "row64", CELLS, "cells16", "cells64"));
    try {
      RowMutation.Builder mutation = RowMutation.in(Json.take(json, "row"));
      readByName(json.path(CELLS), mutation);
      readOthers(json, "cells16", mutation);
      readOthers(json, "cells64", mutation);
      return mutation.build();
    } catch (ZabException e) {
      throw new FormException(e.problem());
    }
  }

  private static void checkNames(ObjectNode json, Set<String> known) throws FormException {
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      if (!known.contains(field.getKey())) {
        throw new FormException("\"" + field.getKey() + "\" is not known there");
      }
    }
  }

  private static void readByName(JsonNode cells, RowMutation.Builder mutation)
      throws FormException {
    if (cells.isMissingNode()) {
      return;
    }
    if (!(cells instanceof ObjectNode byName)) {
      throw new FormException("\"" + CELLS + "\" is no object");
    }
    for (Map.Entry<String, JsonNode> cell : byName.properties()) {
      String name = cell.getKey();
      Json.requireWhole(name, name);
      if (name.indexOf(':') < 0) {
        throw new FormException("\"" + name + "\" is not FAMILY:COLUMN");
      }
      Bytes value;
      if (cell.getValue() instanceof ObjectNode object) {
        checkNames(object, Set.of("value16", "value64"));
        value = Json.take(object, VALUE);
      } else {
        value = Json.bytes(cell.getValue(), name, Form.TEXT);
      }
      mutation.put(Column.parse(name), value);
    }
  }

  private static void readOthers(ObjectNode json, String name, RowMutation.Builder mutation)
      throws FormException {
    for (JsonNode cell : json.path(name)) {
      if (!(cell instanceof ObjectNode object)) {
        throw new FormException("\"" + name + "\" holds more than objects");
      }
      checkNames(
          object,
          Set.of(FAMILY, QUALIFIER, "qualifier16", "qualifier64", VALUE, "value16", "value64"));
      String family = Json.take(object, FAMILY).text();
      Column column = new Column(family, Json.take(object, QUALIFIER));
      mutation.put(column, Json.take(object, VALUE));
    }
  }
}
