/** What operators ask of a cluster. */
package io.zabdb.client.admin;
