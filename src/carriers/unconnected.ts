import type { CourierConnection } from './courier.ts';

/** What a courier gets that asks for no settings: there is nobody to connect to. */
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
