import type { SandboxBlob } from "./contract.ts";
import { toBlobHead, toDropFrame } from "./protocol.ts";

/** Knows which blobs a helper holds, and which to drop when they are too many: least recently used first. */
export class BlobCache {
  readonly #maxBytes: number;
  readonly #sizes = new Map<string, number>();
  #totalBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The frames to send so that the helper holds `blob`; blobs in `pinned` (digests) are not dropped for it. */
  toFrames(blob: SandboxBlob, pinned: ReadonlySet<string>): Uint8Array[] {
    const size = this.#sizes.get(blob.digest);
    if (size !== undefined) {
      this.#sizes.delete(blob.digest);
      this.#sizes.set(blob.digest, size);
      return [];
    }
    const frames: Uint8Array[] = this.#makeRoom(blob.bytes.byteLength, pinned).map(toDropFrame);
    this.#sizes.set(blob.digest, blob.bytes.byteLength);
    this.#totalBytes += blob.bytes.byteLength;
    frames.push(toBlobHead(blob));
    if (blob.bytes.byteLength > 0) frames.push(blob.bytes);
    return frames;
  }

  #makeRoom(bytes: number, pinned: ReadonlySet<string>): string[] {
    const dropped: string[] = [];
    for (const [digest, size] of this.#sizes) {
      if (this.#totalBytes + bytes <= this.#maxBytes) break;
      if (pinned.has(digest)) continue;
      this.#sizes.delete(digest);
      this.#totalBytes -= size;
      dropped.push(digest);
    }
    return dropped;
  }
}
