import type { Courier } from '../../carriers/courier.ts';
import type { Sealing } from '../../sealing/sealing.ts';
import type { CourierAccount } from '../../storage/couriers/courier-accounts.ts';
import type { CourierParts } from './courier-parts.ts';

export interface CourierAccountView extends Omit<CourierAccount, 'secrets' | 'secretNames' | 'settings'> {
  /** Indexed by setting, in the courier's order: a text or null; for a secret, only if it is set. */
  readonly settings: Readonly<Record<string, string | null | { readonly set: boolean }>>;
  /** True if a required secret is missing, or the secrets were encrypted with a key that we do not have. */
  readonly needsSecrets: boolean;
}

/** @param courier null if this installation no longer supports the courier */
export function courierAccountView(
  sealing: Sealing,
  courier: Courier | null,
  { secrets, secretNames, settings, ...account }: CourierAccount,
): CourierAccountView {
  const opens = secrets === null || sealing.opens(secrets);
  const shown = (courier?.settings ?? []).map(({ name, isSecret, defaultValue }) => [
    name,
    isSecret ? { set: secretNames.includes(name) } : (settings[name] ?? defaultValue),
  ]);
  const lacksOne = (courier?.settings ?? []).some(
    ({ name, isSecret, isRequired }) => isSecret && isRequired && !secretNames.includes(name),
  );
  return { ...account, settings: Object.fromEntries(shown), needsSecrets: !opens || lacksOne };
}

export type { Courier };

/** Returns the couriers that can be connected here, in the order of the registry. */
export function listCouriers({ couriers }: Pick<CourierParts, 'couriers'>): readonly Courier[] {
  return couriers.connectable;
}
