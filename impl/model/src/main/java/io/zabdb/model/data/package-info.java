/** What clients, servers and stores agree on about data: its limits. */
package io.zabdb.model.data;
