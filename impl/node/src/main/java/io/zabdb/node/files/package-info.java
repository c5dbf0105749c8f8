/**
 * The folder of a replica: its log, its store, its checkpoints, and what was set aside of them;
 * docs/storage-format.md lists what is in it.
 */
package io.zabdb.node.files;
