/**
 * The configuration of a node. {@code Options} declares every option once; {@code NodeConfigReader}
 * reads flags, environment and file, reports all problems together, and makes a {@code NodeConfig}.
 */
package io.zabdb.node.config;
