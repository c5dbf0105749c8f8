/** What befalls a cluster: sick disks and clocks, greedy clients, nodes that end or stand still. */
package io.zabdb.faults.torture.strike;
