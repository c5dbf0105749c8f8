/**
 * Reads histories from files: Jepsen's EDN, JSON lines, and the logs of older Jepsen runs. Each
 * format becomes a list of {@code Event}s; {@code Assembler} pairs them to operations.
 */
package io.zabdb.testkit.history.format;
