/** The ring: which tokens belong to which partition, and which group owns it. */
@NullMarked
package io.zabdb.model.ring;

import org.jspecify.annotations.NullMarked;
