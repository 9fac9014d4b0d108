import { BadInstruction, type Sent } from './stand-in.ts';

/**
 * The ways in which couriers fail.
 *
 * - `lose_request`: the request is not carried out, and not answered.
 * - `lose_answer`: the request is carried out, and not answered.
 * - `cut`: the request is carried out, and the connection is cut instead of an answer.
 * - `truncated`: the request is carried out, and the answer is incomplete.
 * - `twice`: the request is carried out twice, as when a proxy repeats it; the first answer is returned.
 * - `slow`: the request takes `milliseconds` longer; other faults may apply too.
 * - `refuse`: the request is refused in the courier's words.
 * - `status`: the request is not carried out, and answered with `status` in the courier's words: 401, 403,
 * 429, 503.
 * - `flood`: the request is carried out, and answered with 15 MB of JSON that is slow to parse: `[{},{},...]`.
 * - `html`: the request is not carried out, and answered with an HTML page and status 200.
 */
export const FAULT_KINDS = [
  'lose_request',
  'lose_answer',
  'cut',
  'truncated',
  'twice',
  'slow',
  'refuse',
  'status',
  'flood',
  'html',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The courier's own name of the call; null for every call. */
  readonly call: string | null;
  /** The share of calls that fail, from 0 to 1: 0.05 is one in twenty. */
  readonly share: number;
  /** The number of times that the fault applies; null until it is removed. */
  readonly times: number | null;
  readonly milliseconds: number;
  readonly status: number;
}

export interface Struck {
  readonly delayMs: number;
  /** The first fault other than `slow`; null if there is none. */
  readonly fault: Fault | null;
}

/** The active faults of a stand-in. The same requests fail in every run. */
export class Faults {
  #told: { readonly fault: Fault; left: number | null }[] = [];
  #seed = 1;

  /** The faults that still apply, in the order in which they were added. */
  list(): readonly Fault[] {
    return this.#told.map(({ fault, left }) => ({ ...fault, times: left }));
  }

  add(fault: Partial<Fault> & Pick<Fault, 'kind'>): void {
    const whole = { call: null, share: 1, times: null, milliseconds: 1_000, status: 503, ...fault };
    this.#told.push({ fault: whole, left: whole.times });
  }

  clear(): void {
    this.#told = [];
  }

  strike(call: string): Struck {
    let delayMs = 0;
    let struck: Fault | null = null;
    for (const active of this.#told) {
      const { fault } = active;
      if (fault.call !== null && fault.call !== call) continue;
      if (struck !== null && fault.kind !== 'slow') continue;
      if (fault.share < 1 && this.#random() >= fault.share) continue;
      if (active.left !== null) active.left -= 1;
      if (fault.kind === 'slow') delayMs += fault.milliseconds;
      else struck = fault;
    }
    this.#told = this.#told.filter(({ left }) => left !== 0);
    return { delayMs, fault: struck };
  }

  /** A pseudo-random number from 0 up to 1, by mulberry32. */
  #random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** Reads a fault from an instruction. @throws BadInstruction */
export function readFault(instruction: Sent): Partial<Fault> & Pick<Fault, 'kind'> {
  const kind = FAULT_KINDS.find((known) => known === instruction.kind);
  if (kind === undefined) throw new BadInstruction(`kind must be one of ${FAULT_KINDS.join(', ')}`);
  const { call } = instruction;
  if (call !== undefined && call !== null && typeof call !== 'string') {
    throw new BadInstruction('call must be the name of a call');
  }
  return {
    kind,
    call: call ?? null,
    ...numberOf(instruction, 'share', 0, 1),
    ...numberOf(instruction, 'times', 1, 1_000_000),
    ...numberOf(instruction, 'milliseconds', 0, 600_000),
    ...numberOf(instruction, 'status', 200, 599),
  };
}

function numberOf(instruction: Sent, name: string, least: number, most: number) {
  const value = instruction[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    throw new BadInstruction(`${name} must be a number from ${least} to ${most}`);
  }
  return { [name]: value };
}
