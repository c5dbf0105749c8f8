package io.zabdb.storage.codec;

import io.zabdb.core.message.Zxid;
import io.zabdb.model.data.Version;

/** Versions and zxids as bytes, outside keys. */
public final class VersionCodec {

  private VersionCodec() {}

  public static ByteWriter put(ByteWriter out, Version version) {
    return out.putVarint(version.move()).putVarint(version.epoch()).putVarint(version.counter());
  }

  public static Version take(ByteReader in) {
    return new Version(in.takeNumber(), in.takeNumber(), in.takeNumber());
  }

  /** That of what an entry writes in a partition that has moved so often. */
  public static Version of(long move, Zxid zxid) {
    return new Version(move, zxid.epoch(), zxid.counter());
  }

  public static ByteWriter putZxid(ByteWriter out, Zxid zxid) {
    return out.putVarint(zxid.epoch()).putVarint(zxid.counter());
  }

  public static Zxid takeZxid(ByteReader in) {
    return new Zxid(in.takeNumber(), in.takeNumber());
  }
}
