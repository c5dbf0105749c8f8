/** What is remembered of clients' sessions, and for how long: specs/client/Sessions. */
package io.zabdb.core.session;
