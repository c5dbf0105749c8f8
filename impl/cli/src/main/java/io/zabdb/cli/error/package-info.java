/** How commands fail. */
package io.zabdb.cli.error;
