import type { Courier } from '../courier.ts';
import type { StandIn } from './stand-in.ts';
import type { StandInDependencies } from './start-stand-in.ts';

/** A courier and its stand-in: the module `stand-in/play.ts` of its folder. */
export interface PlayableCourier {
  readonly courier: Courier;
  play(): Promise<PlayModule>;
}

export interface PlayModule {
  readonly settings: Readonly<Record<string, string>>;
  open(dependencies: StandInDependencies): StandIn;
}
