package io.zabdb.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./zabdb completion}: what shells need to complete commands and options. */
@Command(
    name = "completion",
    description = {
      "Print a script that completes commands and options.",
      "bash: source <(./zabdb completion bash); zsh: source <(./zabdb completion zsh)"
    },
    mixinStandardHelpOptions = true)
public final class CompletionCommand implements Callable<Integer> {

  /** Those that are known. */
  enum Shell {
    bash,
    zsh
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private Shell shell;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (shell == Shell.zsh) {
      out.println("autoload -U +X compinit && compinit");
      out.println("autoload -U +X bashcompinit && bashcompinit");
    }
    out.print(AutoComplete.bash("zabdb", spec.root().commandLine()));
    // The launcher is called by its path, too.
    out.println("complete -F _complete_zabdb -o default ./zabdb");
    out.flush();
    return 0;
  }
}
