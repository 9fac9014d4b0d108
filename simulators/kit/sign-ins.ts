import type {
  StandInAnswer,
  StandInClock,
  StandInInstruction,
  StandInRequest,
  StandInRoute,
} from './stand-in.ts';

export interface GivenToken {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

/** The token of a stand-in that requires sign-in: only one token is valid at a time, and it expires. */
export class SignIns {
  /** `POST /_stand-in/token`: ends the current token. */
  readonly instruction: StandInInstruction = {
    help: 'end the token before its time',
    example: {},
    run: () => {
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

  get current(): GivenToken | null {
    const token = this.#token;
    return token === null || token.endsAt <= this.#clock.now().getTime() ? null : token;
  }

  /** Gives out a new token, which ends the previous token. */
  give(): GivenToken {
    this.#given += 1;
    const endsAt = this.#clock.now().getTime() + this.#lifeMs;
    this.#token = { text: `made-up-token-${this.#given}`, endsAt };
    return this.#token;
  }

  knows(sent: string | undefined): boolean {
    const token = this.current;
    return token !== null && sent === token.text;
  }
}

/** Makes the route of a call. @param isOpen true to answer also callers that have not signed in */
export type MakeRoute = (
  call: string,
  method: string,
  path: string,
  answer: (request: StandInRequest) => StandInAnswer,
  isOpen?: boolean,
) => StandInRoute;

/**
 * Makes routes that answer only signed-in callers.
 *
 * @param root a pattern in front of each path
 * @param isKnown checks the headers of a request
 * @param unauthorised the answer to all other callers
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

export function bearerOf({ authorization }: StandInRequest['headers']): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
}
