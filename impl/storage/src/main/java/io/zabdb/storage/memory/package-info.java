/** Trees in memory, for tests and the simulator. */
package io.zabdb.storage.memory;
