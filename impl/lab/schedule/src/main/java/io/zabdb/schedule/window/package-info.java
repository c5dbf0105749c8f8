/** The windows of a run with faults, as a text, and what must have gone well in each. */
package io.zabdb.schedule.window;
