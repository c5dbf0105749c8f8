/** What a node tells of itself. */
package io.zabdb.node.status;
