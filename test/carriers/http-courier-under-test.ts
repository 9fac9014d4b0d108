import type { Courier } from '../../src/carriers/courier.ts';
import type { StandIn } from '../../src/carriers/stand-in/stand-in.ts';
import type { RunningStandIn, StandInDependencies } from '../../src/carriers/stand-in/start-stand-in.ts';
import type { GranularStatus, Journey } from '../../src/domain/tracking/statuses.ts';

/** A courier that is asked over HTTP, with its stand-in. */
export interface HttpCourierUnderTest<Played extends StandIn> {
  readonly courier: Courier;
  readonly openStandIn: (dependencies: StandInDependencies) => Played;
  /** Those that have no default, but for `base_url`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The courier's own name of the call that makes a parcel. */
  readonly bookingCall: string;
  readonly knowsRepeats: boolean;
  /** False where it cannot be asked for a booking by our reference: see `AdapterUnderTest`. */
  readonly tellsOfBookings?: false;
  /** False where it cannot be told what to do about failed deliveries. */
  readonly takesDecisions?: false;
  /** Has a parcel go to where its delivery has failed; any parcel will do where there is none. */
  readonly failDelivery?: (standIn: RunningStandIn<Played>, trackingNumber: string) => void;
  /** Brings a new stand-in to where parcels can be booked: a warehouse that is registered, a balance. */
  readonly prepare?: (standIn: RunningStandIn<Played>) => Promise<void> | void;
  /** Lives of parcels, which are told out of order, repeated and with gaps. */
  readonly lives: readonly Life[];
  /** Has a parcel take one step of a life. */
  readonly move: (standIn: RunningStandIn<Played>, trackingNumber: string, step: string) => void;
}

/** A life of a parcel as the courier was seen to scan it. */
export interface Life {
  readonly journey?: Journey;
  /** As its stand-in is told of them. */
  readonly steps: readonly string[];
  readonly endsAs: GranularStatus;
}
