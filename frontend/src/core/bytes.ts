/**
 * Flat bytes as the core's module reads and writes them: numbers little-endian in 8 bytes, texts as
 * UTF-8 after their length in bytes (worker/lab_exec/series_digest.py has the same).
 */
const NUMBER_BYTES = 8;
const FIRST_BYTES = 1024;

export class ByteWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #size = 0;

  integer(value: number): this {
    this.#room(NUMBER_BYTES);
    this.#view.setBigInt64(this.#size, BigInt(value), true);
    this.#size += NUMBER_BYTES;
    return this;
  }

  real(value: number): this {
    this.#room(NUMBER_BYTES);
    this.#view.setFloat64(this.#size, value, true);
    this.#size += NUMBER_BYTES;
    return this;
  }

  boolean(value: boolean): this {
    return this.integer(value ? 1 : 0);
  }

  text(value: string): this {
    const encoded = new TextEncoder().encode(value);
    this.integer(encoded.length);
    this.#room(encoded.length);
    this.#bytes.set(encoded, this.#size);
    this.#size += encoded.length;
    return this;
  }

  /** The entries of a list after its length. */
  list<Item>(items: readonly Item[], write: (item: Item) => void): this {
    this.integer(items.length);
    items.forEach(write);
    return this;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#size);
  }

  #room(count: number) {
    const wanted = this.#size + count;
    if (wanted <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(wanted, 2 * this.#bytes.length));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  /** The same few names come again and again. */
  readonly #decoder = new TextDecoder();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  integer(): number {
    const value = this.#view.getBigInt64(this.#at, true);
    this.#at += NUMBER_BYTES;
    return Number(value);
  }

  real(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += NUMBER_BYTES;
    return value;
  }

  boolean(): boolean {
    return this.integer() !== 0;
  }

  text(): string {
    const length = this.integer();
    const text = this.#decoder.decode(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return text;
  }

  /** A copy, as they begin anywhere; this order of bytes is that of all that run WebAssembly. */
  reals(count: number): Float64Array {
    const end = this.#at + NUMBER_BYTES * count;
    const values = new Float64Array(this.#bytes.slice(this.#at, end).buffer);
    this.#at = end;
    return values;
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.integer() }, read);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}
