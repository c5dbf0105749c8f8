package io.zabdb.cli.data.form;

/** Some input is not in the form that it should have; the message says what is wrong with it. */
public final class FormException extends Exception {

  private static final long serialVersionUID = 1;

  public FormException(String message) {
    super(message);
  }
}
