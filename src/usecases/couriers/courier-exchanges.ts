import { type KeptExchange, keepExchange, listExchanges } from '../../storage/couriers/exchanges.ts';
import type { Service } from '../service.ts';
import type { OpenCourier } from './open-courier.ts';

/** Contract: rules for every new endpoint. */
export const EXCHANGES_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Keeps the last request that an opened courier was sent, which came to nothing, for whoever helps. */
export async function keepFailedExchange(
  { database, now, newId }: Service,
  { courier, connection }: Pick<OpenCourier, 'courier' | 'connection'>,
): Promise<void> {
  const exchange = connection?.requests.last() ?? null;
  if (connection === null || exchange === null) return;
  const { accountId, courierAccountId } = connection.account;
  const kept = {
    ...exchange,
    exchangeId: newId(),
    courierAccountId,
    courier: courier.name,
    happenedAt: now(),
  };
  await keepExchange(database, accountId, kept);
}

/** The kept ones of an account, or of one of its courier accounts, newest first. */
export function listCourierExchanges(
  { database }: Service,
  { accountId, courierAccountId }: { readonly accountId: string; readonly courierAccountId: string | null },
  limit: number,
): Promise<KeptExchange[]> {
  return listExchanges(database.account(accountId), courierAccountId, limit);
}
