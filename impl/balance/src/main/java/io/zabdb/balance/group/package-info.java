/**
 * Which nodes should make up groups: new ones for nodes that have too little to do, heirs in place
 * of groups whose nodes are dead or leave. Pure functions of a view of the load.
 */
@NullMarked
package io.zabdb.balance.group;

import org.jspecify.annotations.NullMarked;
