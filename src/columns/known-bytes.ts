import { MIXING_START, mix } from './mixing.ts';

/** The number of slots: enough for the sets of words of an account that is loaded. */
const SLOTS = 2 ** 17;
const ROOM = 2 ** 22;
const WORD = 4;

interface StandsInBytes {
  readonly view: DataView;
  readonly from: number;
  readonly length: number;
}

/** A cache of values by their bytes. Most values repeat, and decoding a text takes ten times as long. */
export class KnownBytes {
  readonly #room = new Uint8Array(ROOM);
  readonly #view = new DataView(this.#room.buffer);
  #end = 0;
  readonly #starts = new Uint32Array(SLOTS);
  /** The length of each value plus one; 0 for an empty slot. */
  readonly #lengths = new Uint32Array(SLOTS);
  readonly #kept = new Uint32Array(SLOTS);

  /** The code of a value; undefined if it is not cached. */
  find(value: StandsInBytes): number | undefined {
    const { view, from, length } = value;
    const slot = slotOf(view, from, length);
    if (this.#lengths[slot] !== length + 1) return undefined;
    const isSame = areSame(this.#view, this.#starts[slot] as number, view, from, length);
    return isSame ? this.#kept[slot] : undefined;
  }

  add({ view, from, length }: StandsInBytes, kept: number): number {
    if (length > ROOM) return kept;
    if (this.#end + length > ROOM) {
      this.#lengths.fill(0);
      this.#end = 0;
    }
    const slot = slotOf(view, from, length);
    this.#room.set(new Uint8Array(view.buffer, view.byteOffset + from, length), this.#end);
    this.#starts[slot] = this.#end;
    this.#lengths[slot] = length + 1;
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

/** Hashes all bytes, because sets often begin and end with the same words. */
function slotOf(view: DataView, from: number, length: number): number {
  let mixed = MIXING_START ^ length;
  let at = from;
  const end = from + length;
  for (; at + WORD <= end; at += WORD) mixed = mix(mixed, view.getInt32(at));
  for (; at < end; at += 1) mixed = mix(mixed, view.getUint8(at));
  return mixed & (SLOTS - 1);
}
