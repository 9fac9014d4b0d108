/** Ten digits, the first of them not 0: what has one there was numbered plainly, before there was a permutation. */
const LEAST = 1_000_000_000;
export const MOST_SERIALS = 9_000_000_000;

/** The root of `MOST_SERIALS`, rounded up: a number is two digits to this base. */
const BASE = 94_869;
/** Half as many let nobody who sees two numbers tell what lies between them; the rest is margin. */
const ROUNDS = 8;

/**
 * A pseudorandom function: a 48-bit number for two small ones, always the same, and unpredictable without the secret.
 */
export type Mix = (round: number, half: number) => number;

/**
 * Gives every serial ten digits that are another serial's under no circumstances, and that tell nobody who
 * does not have the secret which come before and after: a keyed permutation of all serials. A Feistel
 * network over two digits to the base `BASE`, walked until it is back in range (FF1 of NIST SP 800-38G is
 * built alike).
 */
export class SerialPermutation {
  readonly #mix: Mix;

  constructor(mix: Mix) {
    this.#mix = mix;
  }

  /**
   * @param serial from 0, below `MOST_SERIALS`
   * @returns from 1,000,000,000 to 9,999,999,999
   * @throws RangeError for any other serial
   */
  digitsOf(serial: number): number {
    if (!Number.isSafeInteger(serial) || serial < 0 || serial >= MOST_SERIALS) {
      throw new RangeError(`Serial ${serial} has no ten digits of its own`);
    }
    let walked = serial;
    do walked = this.#permuted(walked);
    while (walked >= MOST_SERIALS);
    return LEAST + walked;
  }

  #permuted(value: number): number {
    let left = Math.floor(value / BASE);
    let right = value % BASE;
    for (let round = 0; round < ROUNDS; round += 1) {
      const mixed = (left + (this.#mix(round, right) % BASE)) % BASE;
      left = right;
      right = mixed;
    }
    return left * BASE + right;
  }
}
