import type { ShipmentState } from '../tracking/state.ts';

/** The data of a shipment that decide how much cash is collected. */
export interface CodShipment {
  readonly isCod: boolean;
  readonly codAmountPaise: number;
}

/** COD that the courier has collected: all of it after delivery, nothing before. */
export function collectedPaise({ isCod, codAmountPaise }: CodShipment, { status }: ShipmentState): number {
  return isCod && status === 'delivered' ? codAmountPaise : 0;
}

/** Tells whether two states of a shipment have the same collected COD. */
export function isCollectedAlike(
  { isCod }: Pick<CodShipment, 'isCod'>,
  before: ShipmentState,
  after: ShipmentState,
): boolean {
  return !isCod || (before.status === 'delivered') === (after.status === 'delivered');
}
