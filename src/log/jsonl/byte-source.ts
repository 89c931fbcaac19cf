/** Bytes that can be read at any offset. They may grow at the end; what stands there must not change. */
export interface ByteSource {
  /** How many bytes there are now. */
  size(): Promise<number>;
  /** The `length` bytes from `offset` on; fewer only where the source has ended before. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close?(): Promise<void>;
}

/** The part of a `Blob` that is used here, so that declarations need no DOM library. */
export interface BlobLike {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A `Blob` or `File` as a source: a snapshot, which never grows. */
export function blobSource(blob: BlobLike): ByteSource {
  return {
    size: () => Promise.resolve(blob.size),
    read: async (offset, length) =>
      new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  };
}
