import type { StandIn } from '../../simulators/kit/stand-in.ts';
import type { RunningStandIn, StandInDependencies } from '../../simulators/kit/start-stand-in.ts';
import type { Courier } from '../../src/carriers/courier.ts';
import type { GranularStatus, Journey } from '../../src/domain/tracking/statuses.ts';

/** A courier with an HTTP API, and its stand-in. */
export interface HttpCourierUnderTest<Played extends StandIn> {
  readonly courier: Courier;
  readonly openStandIn: (dependencies: StandInDependencies) => Played;
  /** Settings without a default, except `base_url`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The courier's own name of the call that makes a parcel. */
  readonly bookingCall: string;
  readonly knowsRepeats: boolean;
  /** False if it cannot be asked for a booking by our reference: see `AdapterUnderTest`. */
  readonly findsBookings?: false;
  /** False if it does not accept decisions about failed deliveries. */
  readonly takesDecisions?: false;
  /** Moves a parcel to a failed delivery; any parcel will do if it is absent. */
  readonly failDelivery?: (standIn: RunningStandIn<Played>, trackingNumber: string) => void;
  /** Prepares a new stand-in for bookings: a registered warehouse, a balance. */
  readonly prepare?: (standIn: RunningStandIn<Played>) => Promise<void> | void;
  /** Lives of parcels, which are sent out of order, repeated and with gaps. */
  readonly lives: readonly Life[];
  /** Moves a parcel one step. */
  readonly move: (standIn: RunningStandIn<Played>, trackingNumber: string, step: string) => void;
}

/** A life of a parcel with real scans of the courier. */
export interface Life {
  readonly journey?: Journey;
  /** The steps for its stand-in. */
  readonly steps: readonly string[];
  readonly endsAs: GranularStatus;
}
