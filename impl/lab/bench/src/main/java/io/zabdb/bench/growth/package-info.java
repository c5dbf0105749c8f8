/** A store of real nodes that grows under the product's balancer while clients use it. */
package io.zabdb.bench.growth;
