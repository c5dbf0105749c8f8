/** What partitions have to do, counted where they are served. */
package io.zabdb.node.load;
