/** The clocks of a group's members, and the time that a leader may stamp commands with. */
package io.zabdb.node.clock;
