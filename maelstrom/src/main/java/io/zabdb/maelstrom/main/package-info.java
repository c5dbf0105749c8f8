/** The command that starts a node. */
package io.zabdb.maelstrom.main;
