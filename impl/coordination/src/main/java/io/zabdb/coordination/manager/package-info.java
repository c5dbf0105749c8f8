/** The configuration manager as nodes and clients see it: ring, groups, leaders, nodes, watches. */
package io.zabdb.coordination.manager;
