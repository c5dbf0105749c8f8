/** Clock and workers of a real process. */
package io.zabdb.environment.threads;
