import type { Courier } from '../../carriers/courier.ts';
import type { Sealing } from '../../sealing/sealing.ts';
import type { CourierAccount } from '../../storage/couriers/courier-accounts.ts';
import type { ShippingService } from '../service.ts';

/** A courier account as shown to its owner: without its secrets. */
export interface CourierAccountView extends Omit<CourierAccount, 'secrets' | 'secretNames' | 'settings'> {
  /** By the courier's settings, in order: a text, null for none, or whether a secret is set. */
  readonly settings: Readonly<Record<string, string | null | { readonly set: boolean }>>;
  /** Its secrets were encrypted with another key than this installation has, or a required one is missing. */
  readonly needsSecrets: boolean;
}

/** @param courier null if this installation no longer supports it */
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

/** The couriers that can be connected here, in the order of the registry. */
export function listCouriers({ couriers }: Pick<ShippingService, 'couriers'>): readonly Courier[] {
  return couriers.connectable;
}
