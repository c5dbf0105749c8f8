/** Groups that are born while the cluster runs: their numbers, their record, and news of them. */
package io.zabdb.node.birth;
