import type {
  StandInAnswer,
  StandInClock,
  StandInInstruction,
  StandInRequest,
  StandInRoute,
} from './stand-in.ts';

/** A token that a stand-in gave out. */
export interface GivenToken {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

/** The token of a stand-in at which one signs in: there is one at a time, and it ends by itself. */
export class SignIns {
  /** `POST /_stand-in/token`: the token that it gave out counts no more. */
  readonly told: StandInInstruction = {
    help: 'end the token before its time',
    example: {},
    tell: () => {
      this.#token = null;
    },
  };
  readonly #clock: StandInClock;
  readonly #lifeMs: number;
  #token: GivenToken | null = null;
  #given = 0;

  constructor(clock: StandInClock, lifeMs: number) {
    this.#clock = clock;
    this.#lifeMs = lifeMs;
  }

  /** The one that counts; null where there is none. */
  get current(): GivenToken | null {
    const token = this.#token;
    return token === null || token.endsAt <= this.#clock.now().getTime() ? null : token;
  }

  /** A new one, which ends the one before. */
  give(): GivenToken {
    this.#given += 1;
    const endsAt = this.#clock.now().getTime() + this.#lifeMs;
    this.#token = { text: `made-up-token-${this.#given}`, endsAt };
    return this.#token;
  }

  /** Tells whether this is the valid token. */
  knows(sent: string | undefined): boolean {
    const token = this.current;
    return token !== null && sent === token.text;
  }
}

/** Makes the route of a call. @param isOpen answers to those too who have not signed in */
export type MakeRoute = (
  call: string,
  method: string,
  path: string,
  answer: (request: StandInRequest) => StandInAnswer,
  isOpen?: boolean,
) => StandInRoute;

/**
 * Makes routes that are answered to who has signed in alone.
 *
 * @param root before each path, as a pattern
 * @param isKnown by the headers of a request
 * @param unauthorised what it says to all others
 */
export function signedRoutes(
  root: string,
  isKnown: (headers: StandInRequest['headers']) => boolean,
  unauthorised: StandInAnswer,
): MakeRoute {
  return (call, method, path, answer, isOpen = false) => ({
    call,
    method,
    path: new RegExp(`^${root}${path}$`),
    answer: (request) => (isOpen || isKnown(request.headers) ? answer(request) : unauthorised),
  });
}

/** The token after `Bearer` in a request's header. */
export function bearerOf({ authorization }: StandInRequest['headers']): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
}
