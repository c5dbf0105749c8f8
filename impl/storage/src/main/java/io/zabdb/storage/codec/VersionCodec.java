package io.zabdb.storage.codec;

import io.zabdb.core.message.Zxid;
import io.zabdb.storage.data.Version;

/** Versions and zxids as bytes, outside keys. */
public final class VersionCodec {

  private VersionCodec() {}

  public static ByteWriter put(ByteWriter out, Version version) {
    return putZxid(out.putVarint(version.move()), version.zxid());
  }

  public static Version take(ByteReader in) {
    return new Version(in.takeNumber(), takeZxid(in));
  }

  public static ByteWriter putZxid(ByteWriter out, Zxid zxid) {
    return out.putVarint(zxid.epoch()).putVarint(zxid.counter());
  }

  public static Zxid takeZxid(ByteReader in) {
    return new Zxid(in.takeNumber(), in.takeNumber());
  }
}
