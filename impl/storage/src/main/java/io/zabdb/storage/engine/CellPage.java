package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import java.util.List;

/**
 * A part of a scan.
 *
 * @param next the token for the page behind; null if this was the last. Good for any later
 *     snapshot, at any replica.
 */
public record CellPage(List<Cell> cells, Bytes next) {}
