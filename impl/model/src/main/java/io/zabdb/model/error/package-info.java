/** What may go wrong, by name. */
package io.zabdb.model.error;
