/** What Maelstrom does, in small: starts nodes, carries their messages, and breaks things. */
package io.zabdb.maelstrom.harness;
