import type { IncomingHttpHeaders } from 'node:http';

/**
 * A stand-in for a courier, for tests and for people without an account at that courier: it has the courier's
 * API, with its data, its checks and its error texts. The frame (`start-stand-in.ts`) does what is the same
 * for every courier: it listens, fails on demand, applies the courier's limits, and pushes scans.
 */
export interface StandIn {
  /** The name in the registry: `delhivery`. */
  readonly courier: string;
  /** The first route that matches a request answers it. */
  readonly routes: readonly StandInRoute[];
  /** The stand-in's default answers, in the courier's words. */
  readonly words: StandInWords;
  /** Rate limits, indexed by the names of `routes`; `any` is for the calls that are not named. */
  readonly limits: Readonly<Record<string, { readonly requests: number; readonly perMs: number }>>;
  /** Its other instructions, indexed by the name after `/_stand-in/`. */
  readonly instructions: Readonly<Record<string, StandInInstruction>>;
  /** All parcels of the stand-in, oldest first, for comparison with our parcels. */
  parcels(): readonly StandInParcel[];
}

export interface StandInRoute {
  /** The courier's own name of the call, as in the adapter: faults and limits use it. */
  readonly call: string;
  readonly method: string;
  /** The whole path, with an optional slash at its end if the courier accepts both. */
  readonly path: RegExp;
  answer(request: StandInRequest): StandInAnswer;
}

/** The fields of a body that is a JSON object; none of any other body. Their types are unknown. */
export type Sent = Readonly<Record<string, unknown>>;

export interface StandInRequest {
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly sent: Sent;
  /** The groups that the route's path matched. */
  readonly groups: readonly string[];
  /** The stand-in's own address, for answers that contain an address. */
  readonly origin: string;
}

export interface StandInAnswer {
  readonly status: number;
  /** A text is sent unchanged, anything else as JSON. */
  readonly body: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StandInWords {
  /** The answer for an unknown address. */
  unknown(request: Pick<StandInRequest, 'method' | 'path'>): StandInAnswer;
  /** The answer to too many requests. */
  readonly slowDown: StandInAnswer;
  /** The answer with a status from an instruction: 401, 403 or 503. */
  withStatus(status: number): StandInAnswer;
  /** The answer to a valid request that the courier refuses. */
  refusal(request: StandInRequest): StandInAnswer;
}

/** An instruction to a stand-in: `POST /_stand-in/<name>` with a JSON object. */
export interface StandInInstruction {
  /** One line, with an example of the object. */
  readonly help: string;
  readonly example: Sent;
  /** @throws BadInstruction with a sentence for anything it does not understand */
  run(instruction: Sent): unknown;
}

/** An instruction to a stand-in that it does not understand; the message says why. */
export class BadInstruction extends Error {}

export interface StandInParcel {
  readonly trackingNumber: string;
  /** Our order id. */
  readonly reference: string;
  /** In the courier's words. */
  readonly status: string;
  /** Tells whether the parcel still has to be picked up. */
  readonly isExpected: boolean;
}

/** A separate clock, which goes on by itself and can be moved forward. */
export class StandInClock {
  #ahead = 0;

  /** @param startsAt absent for the machine's time */
  constructor(startsAt?: Date) {
    if (startsAt !== undefined) this.#ahead = startsAt.getTime() - Date.now();
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  forward(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

export function json(status: number, body: unknown): StandInAnswer {
  return { status, body };
}

/** An HTML page as a web server's answer. */
export function htmlAnswer(status: number, title: string): StandInAnswer {
  const page = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, body: page, type: 'text/html' };
}
