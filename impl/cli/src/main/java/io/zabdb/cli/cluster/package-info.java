/** The cluster on this machine: where its nodes listen. */
package io.zabdb.cli.cluster;
