/** The server processes: a node, and a configuration manager of one machine. */
package io.zabdb.cli.node;
