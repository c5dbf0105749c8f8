/** What the engine needs of a store: ordered trees of bytes that are written together. */
package io.zabdb.storage.tree;
