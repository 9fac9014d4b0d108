import type { ShipmentState } from '../tracking/state.ts';

/** A shipment as far as cash is collected for it. */
export interface CodShipment {
  readonly isCod: boolean;
  readonly codAmountPaise: number;
}

/** What the courier has collected: all of it when the parcel is delivered, nothing before. */
export function collectedPaise({ isCod, codAmountPaise }: CodShipment, { status }: ShipmentState): number {
  return isCod && status === 'delivered' ? codAmountPaise : 0;
}

/** Whether two states of one shipment differ in what its courier collected. */
export function isCollectedAlike(
  { isCod }: Pick<CodShipment, 'isCod'>,
  before: ShipmentState,
  after: ShipmentState,
): boolean {
  return !isCod || (before.status === 'delivered') === (after.status === 'delivered');
}
