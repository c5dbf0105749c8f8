/** What a node suffers from as a process. */
package io.zabdb.node.health;
