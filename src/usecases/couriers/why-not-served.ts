import type { PincodeService } from '../../carriers/carrier-adapter.ts';
import type { Courier } from '../../carriers/courier.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { NOBODY } from '../../partners/partner-call.ts';
import type { Sentence } from '../../problems/sentence.ts';
import type { CourierAccount } from '../../storage/couriers/courier-accounts.ts';
import type { Service } from '../service.ts';
import { askCourier } from './ask-courier.ts';
import type { CourierParts } from './courier-parts.ts';
import { type CourierPlace, courierAccountOf, openAccount } from './open-courier.ts';

/** A booking waits no longer; if the courier does not serve the place, it refuses the booking itself. */
const WITHIN_MS = 3_000;

/** The place of a delivery, or of a return's pickup. */
export interface ServiceInput {
  readonly journey: Journey;
  readonly pincode: string;
  readonly isCod: boolean;
}

/**
 * Returns why a courier certainly does not accept a parcel, before it is asked to: the end of a sentence that
 * begins with its name. Null if it accepts the parcel, and if that is unknown: a courier that cannot be asked
 * must not block bookings.
 */
export async function whyNotServed(
  service: Service & CourierParts,
  place: CourierPlace,
  { journey, pincode, isCod }: ServiceInput,
): Promise<Sentence | null> {
  const courier = service.couriers.named(place.adapter);
  if (courier === null || !courier.can.serviceability) return null;
  const account = await courierAccountOf(service, place);
  if (account === null) return null;
  const known = await service.pincodeServices.get(account, pincode, () =>
    ask(service, courier, account, { ...place, pincode }),
  );
  if (known === null) return null;
  if (journey === 'return') return known.returns;
  return isCod ? known.cod : known.prepaid;
}

async function ask(
  service: Service & CourierParts,
  courier: Courier,
  account: CourierAccount,
  { accountId, pincode }: CourierPlace & { readonly pincode: string },
): Promise<PincodeService | null> {
  const reply = await askCourier(service, {
    open: () => openAccount(service, courier, account, accountId, NOBODY),
    ask: ({ adapter }, signal) => adapter.serves?.(pincode, signal),
    withinMs: WITHIN_MS,
  });
  if (reply.kind === 'not sent' || reply.kind === 'lost') throw reply.error;
  return reply.kind === 'answered' ? (reply.answer ?? null) : null;
}
