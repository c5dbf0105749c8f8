/** The ring: which tokens belong to which partition, and which group owns it. */
package io.zabdb.model.ring;
