/** What any node may ask of the group, wherever its leader is; and the programs that do. */
package io.zabdb.maelstrom.group;
