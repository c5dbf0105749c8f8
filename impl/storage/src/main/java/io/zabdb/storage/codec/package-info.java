/** Reading and writing bytes. */
package io.zabdb.storage.codec;
