package io.zabdb.cli.data;

import io.zabdb.cli.word.Form;
import io.zabdb.client.ZabClient;

/** The top of commands that share a connection to a cluster. */
interface SharedClient {

  /** Not closed by the commands. */
  ZabClient client();

  /** How keys and values are written unless a command says otherwise. */
  Form form();
}
