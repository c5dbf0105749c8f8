/** What a replica needs of the world to move partitions between groups. */
package io.zabdb.replica.move;
