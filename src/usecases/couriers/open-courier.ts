import type { CarrierAdapter } from '../../carriers/carrier-adapter.ts';
import type { AllottedNumbers, Courier, CourierConnection } from '../../carriers/courier.ts';
import { UNCONNECTED } from '../../carriers/unconnected.ts';
import { NotSentError } from '../../partners/partner.ts';
import type { Concerned } from '../../partners/partner-call.ts';
import type { TracedRequests, Urgency } from '../../partners/partner-traffic.ts';
import { say } from '../../problems/sentence.ts';
import { WrongKeyError } from '../../sealing/sealing.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { type CourierAccount, findCourierAccount } from '../../storage/couriers/courier-accounts.ts';
import { hasSampleData } from '../../storage/sample-data/sample-data.ts';
import { defaultsOf, lacksSetting, NEEDS_CREDENTIALS } from '../partner-settings.ts';
import type { Service } from '../service.ts';
import { DatabaseNumbers } from './allotted-numbers.ts';
import type { CourierParts } from './courier-parts.ts';
import { openSecrets } from './courier-secrets.ts';

export interface CourierPlace {
  /** The owner of the parcel. */
  readonly accountId: string;
  readonly adapter: string;
  /** Null for a courier without accounts. */
  readonly courierAccountId: string | null;
}

export interface OpenCourier {
  readonly courier: Courier;
  readonly adapter: CarrierAdapter;
  /** Null for a courier without accounts. */
  readonly connection: OpenConnection | null;
}

export interface OpenConnection {
  /** The courier account, which belongs to the parcel's account or to `WHOLE_SERVICE`. */
  readonly account: CourierAccount;
  readonly requests: TracedRequests;
  readonly numbers: AllottedNumbers;
}

const NOT_SUPPORTED = say('is_courier_not_supported', 'is a courier that this installation does not support');
const HAS_SAMPLE_DATA = say(
  'is_not_asked_beside_samples',
  'is not asked while the account has sample data: remove that first',
);
const NOT_CONNECTED = say('is_not_connected', 'is not connected any more: connect it again');

type Opening = Service & CourierParts;

/**
 * Opens the courier of a parcel with the courier account of its booking.
 *
 * @param concerned the people that the calls are about
 * @throws NotSentError if it cannot be called
 */
export async function openCourier(
  service: Opening,
  place: CourierPlace,
  concerned: Concerned,
  urgency: Urgency = 'now',
): Promise<OpenCourier> {
  const courier = service.couriers.named(place.adapter);
  if (courier === null) throw new NotSentError(NOT_SUPPORTED);
  if (courier.settings.length === 0) {
    return { courier, adapter: courier.open(UNCONNECTED), connection: null };
  }
  if (await hasSampleData(service.database.account(place.accountId))) {
    throw new NotSentError(HAS_SAMPLE_DATA);
  }
  const account = await courierAccountOf(service, place);
  if (account === null) throw new NotSentError(NOT_CONNECTED);
  return openAccount(service, courier, account, place.accountId, concerned, urgency);
}

/** Returns the courier account of a parcel, cached for a moment; null if it is no longer connected. */
export function courierAccountOf(
  service: Pick<Opening, 'courierAccounts' | 'database'>,
  place: CourierPlace,
): Promise<CourierAccount | null> {
  const { accountId, courierAccountId } = place;
  const key = `${accountId} ${courierAccountId}`;
  return service.courierAccounts.get(key, () => findAccount(service, place));
}

/** @throws NotSentError if the account's secrets cannot be read */
export function openAccount(
  service: Opening,
  courier: Courier,
  account: CourierAccount,
  accountId: string,
  concerned: Concerned,
  urgency: Urgency = 'now',
): OpenCourier {
  const numbers = numbersOf(service, courier, account);
  const connection = connectionTo(service, courier, account, concerned, urgency);
  const { requests } = connection;
  return {
    courier,
    adapter: courier.open({ ...connection, accountId, numbers }),
    connection: { account, requests, numbers },
  };
}

/**
 * A connection to a courier account, for whoever brings tracking numbers along.
 *
 * @throws NotSentError if the account's secrets cannot be read
 */
export function connectionTo(
  service: Pick<Opening, 'courierTraffic' | 'sealing' | 'now'>,
  courier: Courier,
  account: CourierAccount,
  concerned: Concerned,
  urgency: Urgency = 'now',
): Omit<CourierConnection, 'accountId' | 'numbers'> & { readonly requests: TracedRequests } {
  const { courierAccountId } = account;
  const settings = { ...defaultsOf(courier), ...account.settings, ...secretsOf(service, account) };
  const lacking = courier.settings.find(({ name, isRequired }) => isRequired && !(name in settings));
  if (lacking !== undefined) throw new NotSentError(lacksSetting(lacking.name));
  const addressee = { partner: courier, connectionId: courierAccountId, settings };
  const requests = service.courierTraffic.requestsOf(addressee, concerned, urgency);
  const tokens = service.courierTraffic.tokensOf(addressee);
  return { courierAccountId, settings, requests, tokens, now: service.now };
}

async function findAccount(
  { database }: Pick<Opening, 'database'>,
  { accountId, courierAccountId }: CourierPlace,
): Promise<CourierAccount | null> {
  if (courierAccountId === null) return null;
  return (
    (await findCourierAccount(database.account(accountId), courierAccountId)) ??
    (await findCourierAccount(database.account(WHOLE_SERVICE), courierAccountId))
  );
}

function secretsOf({ sealing }: Pick<Opening, 'sealing'>, account: CourierAccount): Record<string, string> {
  try {
    return openSecrets(sealing, account);
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    throw new NotSentError(NEEDS_CREDENTIALS);
  }
}

function numbersOf(service: Opening, { can }: Courier, account: CourierAccount): AllottedNumbers {
  if (can.allottedNumbers === null) return UNCONNECTED.numbers;
  return new DatabaseNumbers(service, account, can.allottedNumbers);
}
