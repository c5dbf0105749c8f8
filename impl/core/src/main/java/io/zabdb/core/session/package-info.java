/** What is remembered of clients' sessions, and for how long: {@code specs/client/Sessions}. */
@NullMarked
package io.zabdb.core.session;

import org.jspecify.annotations.NullMarked;
