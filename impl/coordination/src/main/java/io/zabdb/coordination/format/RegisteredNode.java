package io.zabdb.coordination.format;

import io.zabdb.model.cluster.NodeInfo;
import java.util.UUID;

/**
 * A node as its znode says.
 *
 * @param node what clients see
 * @param instance made up by the process that registered it: tells the process's own earlier
 *     sessions from other processes
 */
public record RegisteredNode(NodeInfo node, UUID instance) {}
