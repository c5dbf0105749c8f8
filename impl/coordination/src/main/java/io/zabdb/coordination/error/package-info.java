/** What can go wrong with the configuration manager. */
package io.zabdb.coordination.error;
