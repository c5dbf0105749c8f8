/** What is remembered of clients' sessions, and for how long: {@code specs/client/Sessions}. */
package io.zabdb.core.session;
