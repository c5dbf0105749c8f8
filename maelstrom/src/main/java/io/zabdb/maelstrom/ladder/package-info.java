/** The ladder: small programs, each a step further, before the one that needs a replicated log. */
package io.zabdb.maelstrom.ladder;
