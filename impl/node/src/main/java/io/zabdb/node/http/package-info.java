/** Metrics and health over HTTP. */
package io.zabdb.node.http;
