package io.zabdb.model.cluster;

/**
 * A node that is up.
 *
 * @param id from 0
 * @param host where clients reach it
 * @param port where clients reach it
 * @param process its process id
 * @param httpPort of metrics and health, on the same host
 * @param load bytes stored, about
 */
public record NodeInfo(int id, String host, int port, long process, int httpPort, long load) {}
