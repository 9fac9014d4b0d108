import type { Actor } from './actor.ts';

/** What somebody of the merchant's wrote down of a shipment. */
export interface ShipmentNote {
  readonly noteId: string;
  readonly createdAt: Date;
  readonly author: Actor;
  readonly note: string;
}
