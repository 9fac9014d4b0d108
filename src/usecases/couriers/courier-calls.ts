import { notFound } from '../../problems/problem.ts';
import {
  listCourierCallRows,
  listCourierCallsOfShipment,
  type StoredCourierCall,
  storeCourierCall,
} from '../../storage/couriers/courier-calls.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
import type { AccountContext, Service } from '../service.ts';
import { type CourierOwner, ownCourierAccount } from './courier-owner.ts';
import type { OpenCourier } from './open-courier.ts';

export type { StoredCourierCall };

export const EXCHANGES_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Stores the last failed call, for support. @param shipmentId undefined for a call about several */
export async function storeFailedCourierCall(
  { database, now, newId }: Service,
  { courier, connection }: Pick<OpenCourier, 'courier' | 'connection'>,
  shipmentId: string | null = null,
): Promise<void> {
  const exchange = connection?.requests.last() ?? null;
  if (connection === null || exchange === null) return;
  const { accountId, courierAccountId } = connection.account;
  const kept = {
    ...exchange,
    exchangeId: newId(),
    courierAccountId,
    courier: courier.name,
    shipmentId,
    happenedAt: now(),
  };
  await storeCourierCall(database, accountId, kept);
}

/** Returns the stored calls of an account, or of one of its courier accounts, newest first. */
export function listCourierCalls(
  { database }: Service,
  { accountId, courierAccountId }: { readonly accountId: string; readonly courierAccountId: string | null },
  limit: number,
): Promise<StoredCourierCall[]> {
  return listCourierCallRows(database.account(accountId), courierAccountId, limit);
}

const MOST_LISTED = 50;

/** Returns the stored calls of one courier account, newest first. @throws Problem `not_found` */
export async function exchangesOfCourierAccount(
  owner: CourierOwner,
  courierAccountId: string,
): Promise<StoredCourierCall[]> {
  await ownCourierAccount(owner, courierAccountId);
  return listCourierCalls(owner, { accountId: owner.accountId, courierAccountId }, MOST_LISTED);
}

/** Returns the stored calls about a shipment or return, newest first. @throws Problem `not_found` */
export async function exchangesOfShipment(
  { database, accountId }: AccountContext,
  shipmentId: string,
): Promise<StoredCourierCall[]> {
  const scope = database.account(accountId);
  const [shipment] = await readShipmentViews(scope, [shipmentId]);
  if (shipment === undefined) throw notFound('Shipment');
  return listCourierCallsOfShipment(scope, shipmentId);
}
