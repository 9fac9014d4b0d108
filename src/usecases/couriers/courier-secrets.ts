import type { Sealing } from '../../sealing/sealing.ts';
import type { CourierAccount } from '../../storage/couriers/courier-accounts.ts';

type Owner = Pick<CourierAccount, 'accountId' | 'courierAccountId'>;

/** Encrypts secret settings. @throws Problem `refused` if this installation has no key */
export function sealSecrets(
  sealing: Sealing,
  owner: Owner,
  secrets: Readonly<Record<string, string>>,
): Buffer | null {
  if (Object.keys(secrets).length === 0) return null;
  return sealing.seal(JSON.stringify(secrets), placeOf(owner));
}

/** @throws WrongKeyError */
export function openSecrets(
  sealing: Sealing,
  account: Pick<CourierAccount, keyof Owner | 'secrets'>,
): Record<string, string> {
  if (account.secrets === null) return {};
  return JSON.parse(sealing.open(account.secrets, placeOf(account))) as Record<string, string>;
}

function placeOf({ accountId, courierAccountId }: Owner): string {
  return `courier account ${accountId} ${courierAccountId}`;
}
