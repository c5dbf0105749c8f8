/** The files of checkpoints, as frames. Everything here blocks on disks. */
package io.zabdb.peer.checkpoint;
