const SLOTS = 2 ** 14;

/** A value as it stood in bytes. */
interface StoodInBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly length: number;
}

/**
 * What values that came lately are kept as, by their bytes: most come again, and making a text of bytes and looking it up
 * takes ten times as long.
 */
export class KnownBytes {
  readonly #bytes = new Array<Uint8Array | undefined>(SLOTS);
  readonly #kept = new Uint32Array(SLOTS);

  /** What a value is kept as; undefined where it did not come lately. */
  find(value: StoodInBytes): number | undefined {
    const slot = slotOf(value);
    const known = this.#bytes[slot];
    const { bytes, from, length } = value;
    if (known === undefined || known.length !== length) return undefined;
    for (let i = 0; i < length; i += 1) if (known[i] !== bytes[from + i]) return undefined;
    return this.#kept[slot];
  }

  add(value: StoodInBytes, kept: number): number {
    const slot = slotOf(value);
    this.#bytes[slot] = new Uint8Array(value.bytes.subarray(value.from, value.from + value.length));
    this.#kept[slot] = kept;
    return kept;
  }
}

/** By up to a dozen of its bytes. */
function slotOf({ bytes, from, length }: StoodInBytes): number {
  let mixed = length;
  const end = from + length;
  for (let at = Math.max(from, end - 12); at < end; at += 1)
    mixed = Math.imul(mixed ^ (bytes[at] as number), 0x01000193);
  return (mixed ^ (mixed >>> 15)) & (SLOTS - 1);
}
