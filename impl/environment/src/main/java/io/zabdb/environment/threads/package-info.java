/** Clock and workers of a real process. */
@NullMarked
package io.zabdb.environment.threads;

import org.jspecify.annotations.NullMarked;
