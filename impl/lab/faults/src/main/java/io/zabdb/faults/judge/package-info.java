/** Scenes in which what is wrong with a build shows, and what convicts it then. */
package io.zabdb.faults.judge;
