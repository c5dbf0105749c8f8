package io.zabdb.coordination.manager;

import org.apache.curator.framework.CuratorFramework;

/** Something to be done with ZooKeeper, which may fail halfway and then be done again. */
@FunctionalInterface
interface ZooKeeperAttempt<T> {

  T run(CuratorFramework client) throws Exception;
}
