/** What a client does under way, for metrics. */
package io.zabdb.client.event;
