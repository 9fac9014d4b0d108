import type { Actor } from './actor.ts';

export interface ShipmentNote {
  readonly noteId: string;
  readonly createdAt: Date;
  readonly author: Actor;
  readonly note: string;
}
