package io.zabdb.cli.data;

import io.zabdb.client.ZabClient;

/** The top of commands that share a connection to a cluster. */
interface SharedClient {

  /** Not closed by the commands. */
  ZabClient client();
}
