package io.zabdb.client.scan;

import io.zabdb.model.data.Cell;
import java.util.List;

/**
 * Some cells of a scan, in its order. The cells of a page are from one state; those of the next
 * page may be from a later one.
 *
 * @param cells at least one
 */
public record Page(List<Cell> cells) {}
