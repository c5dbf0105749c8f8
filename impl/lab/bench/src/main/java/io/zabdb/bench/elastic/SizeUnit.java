package io.zabdb.bench.elastic;

/** What sizes are told in. */
enum SizeUnit {
  GIB("GiB", 1L << 30),
  MIB("MiB", 1 << 20);

  private final String name;
  private final double bytes;

  SizeUnit(String name, double bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  /** As in {@code 2 GiB}. */
  String label() {
    return name;
  }

  /** How many of them so many bytes are. */
  double of(double size) {
    return size / bytes;
  }

  /** How many of them so many GiB are. */
  double ofGib(double size) {
    return of(size * GIB.bytes);
  }
}
