const SLOTS = 2 ** 14;
const ROOM = 2 ** 18;
const WORD = 4;
const LAST_BYTES = 12;
const NONE = -1;

/** A value as it stands in bytes. */
interface StandsInBytes {
  readonly view: DataView;
  readonly from: number;
  readonly length: number;
}

/**
 * What values that came lately are kept as, by their bytes: most come again, and making a text of bytes and looking it up
 * takes ten times as long.
 */
export class KnownBytes {
  readonly #room = new Uint8Array(ROOM);
  readonly #view = new DataView(this.#room.buffer);
  #end = 0;
  readonly #starts = new Uint32Array(SLOTS);
  readonly #lengths = new Int32Array(SLOTS).fill(NONE);
  readonly #kept = new Uint32Array(SLOTS);

  /** What a value is kept as; undefined where it did not come lately. */
  find(value: StandsInBytes): number | undefined {
    const { view, from, length } = value;
    const slot = slotOf(view, from, length);
    if (this.#lengths[slot] !== length) return undefined;
    const isSame = areSame(this.#view, this.#starts[slot] as number, view, from, length);
    return isSame ? this.#kept[slot] : undefined;
  }

  add({ view, from, length }: StandsInBytes, kept: number): number {
    if (length > ROOM) return kept;
    if (this.#end + length > ROOM) {
      this.#lengths.fill(NONE);
      this.#end = 0;
    }
    const slot = slotOf(view, from, length);
    this.#room.set(new Uint8Array(view.buffer, view.byteOffset + from, length), this.#end);
    this.#starts[slot] = this.#end;
    this.#lengths[slot] = length;
    this.#kept[slot] = kept;
    this.#end += length;
    return kept;
  }
}

function areSame(
  one: DataView,
  oneFrom: number,
  other: DataView,
  otherFrom: number,
  length: number,
): boolean {
  let at = 0;
  for (; at + WORD <= length; at += WORD)
    if (one.getInt32(oneFrom + at) !== other.getInt32(otherFrom + at)) return false;
  for (; at < length; at += 1)
    if (one.getUint8(oneFrom + at) !== other.getUint8(otherFrom + at)) return false;
  return true;
}

/** By its first bytes and up to a dozen of its last: cities end alike in their state, and sets begin alike. */
function slotOf(view: DataView, from: number, length: number): number {
  let mixed = length;
  if (length >= WORD) {
    mixed = mix(mixed, view.getInt32(from));
    const first = Math.max(from, from + length - LAST_BYTES);
    for (let at = from + length - WORD; at >= first; at -= WORD) mixed = mix(mixed, view.getInt32(at));
  } else {
    for (let at = from; at < from + length; at += 1) mixed = mix(mixed, view.getUint8(at));
  }
  return mixed & (SLOTS - 1);
}

function mix(mixed: number, word: number): number {
  const product = Math.imul(mixed ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}
