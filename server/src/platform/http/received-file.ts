/**
 * A received file that shares its bytes with the buffer they arrived in. The `File` of Node would copy the bytes in and
 * out.
 */
export class ReceivedFile extends File {
  readonly #received: Uint8Array<ArrayBuffer>;

  constructor(received: Uint8Array<ArrayBuffer>, name: string, type: string) {
    super([], name, { type });
    this.#received = received;
  }

  override get size(): number {
    return this.#received.length;
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.#received);
  }
}

/** Returns the bytes of an upload without copying them. */
export async function bytesOf(file: File): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await file.bytes();
  return Buffer.from(buffer, byteOffset, byteLength);
}
