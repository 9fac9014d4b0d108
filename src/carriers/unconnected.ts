import type { CourierConnection } from './courier.ts';

/** The connection of a courier without settings, which has no API. */
export const UNCONNECTED: CourierConnection = {
  courierAccountId: '',
  accountId: '',
  settings: {},
  requests: { send: isNobody },
  numbers: { take: isNobody, of: isNobody, close: isNobody },
  tokens: { get: isNobody },
  now: isNobody,
};

function isNobody(): never {
  throw new Error('This courier has no courier accounts');
}
