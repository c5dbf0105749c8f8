/** Code that leaders need is run before it is needed. */
package io.zabdb.node.warm;
