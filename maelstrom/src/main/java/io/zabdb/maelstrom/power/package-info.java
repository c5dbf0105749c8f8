/** A disk of a machine that loses its power: what was not synced may be gone. */
package io.zabdb.maelstrom.power;
