import type { Actor } from './actor.ts';

/** A note about a shipment by the merchant's people. */
export interface ShipmentNote {
  readonly noteId: string;
  readonly createdAt: Date;
  readonly author: Actor;
  readonly note: string;
}
