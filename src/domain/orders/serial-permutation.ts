/** The smallest number of ten digits. Numbers that begin with 0 are older and not permuted. */
const LEAST = 1_000_000_000;
export const MOST_SERIALS = 9_000_000_000;

/** The square root of `MOST_SERIALS`, rounded up: a serial has two digits in this base. */
const BASE = 94_869;
/** Half as many rounds would already hide the distance between two numbers; the rest is a margin. */
const ROUNDS = 8;

/** A pseudorandom function: two small numbers give a 48-bit number, unpredictable without the secret. */
export type Mix = (round: number, half: number) => number;

/**
 * Gives every serial ten unique digits that do not reveal the order to anybody without the secret: a keyed
 * permutation of all serials. It is a Feistel network over two digits in base `BASE`, repeated until the
 * result is in range (like FF1 of NIST SP 800-38G).
 */
export class SerialPermutation {
  readonly #mix: Mix;

  constructor(mix: Mix) {
    this.#mix = mix;
  }

  /** @param serial from 0, below `MOST_SERIALS` @returns ten digits @throws RangeError */
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
