import type { Courier } from '../../carriers/courier.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { about, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type CourierAccount,
  deleteCourierAccount,
  findRemovedCourierAccount,
  insertCourierAccount,
  listCourierAccounts,
  updateCourierAccount,
} from '../../storage/couriers/courier-accounts.ts';
import { revokePushTokens } from '../../storage/couriers/push-tokens.ts';
import {
  forgetRegistrations,
  scheduleAllRegistrations,
} from '../../storage/couriers/warehouse-registrations.ts';
import type { WriteAnswer } from '../idempotency.ts';
import {
  judgeAddress,
  laySettings,
  NO_SETTINGS,
  type PartnerSettings,
  type SentSettings,
} from '../partner-settings.ts';
import { bumpRateBookVersion } from '../rates/rate-versions.ts';
import { refuseBesideSamples } from '../sample-data/sample-data.ts';
import { changeBy } from '../service.ts';
import { type CourierAccountView, courierAccountView } from './courier-account-view.ts';
import { type CourierOwner, changeLockedCourier, ownCourierAccount } from './courier-owner.ts';
import { openSecrets, sealSecrets } from './courier-secrets.ts';

export interface NewCourierAccount {
  readonly courier: string;
  /** Null takes the courier's title. */
  readonly name: string | null;
  readonly settings: SentSettings;
}

export async function listOwnCourierAccounts(owner: CourierOwner): Promise<CourierAccountView[]> {
  const accounts = await listCourierAccounts(owner.database.account(owner.accountId));
  return accounts.map((account) => viewOf(owner, account));
}

/** Connects a courier: its carriers are offered in the next quotes. @throws Problem `refused` */
export async function createCourierAccount<Answer>(
  owner: CourierOwner,
  { courier: named, name, settings: sent }: NewCourierAccount,
  answer: WriteAnswer<CourierAccountView, Answer>,
): Promise<Answer> {
  const courier = connectable(owner, named);
  const settings = laySettings(courier, NO_SETTINGS, sent);
  await judgeAddress(owner.courierTraffic, settings);
  const answered = await owner.database.change(
    owner.accountId,
    changeBy(owner, owner.actor),
    async (writer) => {
      await refuseBesideSamples(writer);
      const before = await findRemovedCourierAccount(writer, courier.name);
      const identity = { accountId: owner.accountId, courierAccountId: before ?? writer.newId() };
      const account: CourierAccount = {
        ...identity,
        courier: courier.name,
        name: name ?? courier.title,
        ...keptSettings(owner, identity, settings),
        acceptedAt: null,
        createdAt: writer.now,
        updatedAt: writer.now,
      };
      if (!(await insertCourierAccount(writer, account))) {
        const sentence = say(
          'courier_already_connected',
          '{courier} is already connected: change its courier account',
          { courier: courier.title },
        );
        throw refused(fieldProblem('courier', 'taken', sentence));
      }
      await bumpRateBookVersion(writer, `${courier.name} connected`);
      if (courier.can.warehouses) await scheduleAllRegistrations(writer, account);
      await record(writer, account, 'courier_account.created', {
        courier: courier.name,
        name: account.name,
        settings: settings.plain,
        secrets: account.secretNames,
      });
      return answer(writer, viewOf(owner, account));
    },
  );
  owner.courierAccounts.forget();
  return answered;
}

/** A change of a courier account; undefined keeps a value. */
export interface CourierAccountChange {
  readonly name?: string | undefined;
  readonly settings?: SentSettings | undefined;
}

/**
 * Changes a courier account. If `base_url` changes, secrets that are not sent with it are cleared.
 *
 * @throws Problem `not_found`, `refused`
 */
export async function changeCourierAccount(
  owner: CourierOwner,
  courierAccountId: string,
  { name, settings: sent = {} }: CourierAccountChange,
): Promise<CourierAccountView> {
  const seen = await ownCourierAccount(owner, courierAccountId);
  const courier = connectable(owner, seen.courier);
  if ('base_url' in sent)
    await judgeAddress(owner.courierTraffic, laySettings(courier, settingsOf(owner, seen), sent));
  const changed = await changeLockedCourier(owner, courierAccountId, async (writer, before) => {
    const settings = laySettings(courier, settingsOf(owner, before), sent);
    const after = {
      ...before,
      name: name ?? before.name,
      ...keptSettings(owner, before, settings),
      acceptedAt: Object.keys(sent).length > 0 ? null : before.acceptedAt,
      updatedAt: writer.now,
    };
    await updateCourierAccount(writer, after);
    // The change may have solved the cause of a refusal, and another address has no registrations yet.
    if (courier.can.warehouses && Object.keys(sent).length > 0) await scheduleAllRegistrations(writer, after);
    await record(writer, after, 'courier_account.updated', {
      name: after.name,
      settings: settings.plain,
      secrets: after.secretNames,
    });
    return viewOf(owner, after);
  });
  forget(owner, courierAccountId);
  return changed;
}

/** Removes a courier account: no more bookings, and pushes are refused. @throws Problem `not_found` */
export async function removeCourierAccount(owner: CourierOwner, courierAccountId: string): Promise<void> {
  await changeLockedCourier(owner, courierAccountId, async (writer, account) => {
    await deleteCourierAccount(writer, courierAccountId);
    await revokePushTokens(writer, courierAccountId);
    await forgetRegistrations(writer, courierAccountId);
    await bumpRateBookVersion(writer, `${account.courier} disconnected`);
    await record(writer, account, 'courier_account.deleted', {
      courier: account.courier,
      name: account.name,
    });
  });
  forget(owner, courierAccountId);
}

/** Clears the caches of this process; other processes notice a change within a second. */
function forget({ courierTraffic, courierAccounts }: CourierOwner, courierAccountId: string): void {
  courierTraffic.forget(courierAccountId);
  courierAccounts.forget();
}

/** @throws Problem `refused` for a courier that cannot be connected here */
function connectable({ couriers }: CourierOwner, named: string): Courier {
  const courier = couriers.named(named);
  if (courier !== null && courier.settings.length > 0) return courier;
  const sentence = about('cannot_be_connected', '{value} cannot be connected; available are {known}', {
    value: named,
    known: couriers.connectable.map(({ name }) => name),
  });
  throw refused(fieldProblem('courier', 'unknown', sentence));
}

/** Returns the settings of a courier account. Secrets that cannot be decrypted count as not set. */
function settingsOf({ sealing }: CourierOwner, account: CourierAccount): PartnerSettings {
  const opens = account.secrets !== null && sealing.opens(account.secrets);
  return { plain: account.settings, secret: opens ? openSecrets(sealing, account) : {} };
}

function keptSettings(
  { sealing }: CourierOwner,
  identity: Pick<CourierAccount, 'accountId' | 'courierAccountId'>,
  { plain, secret }: PartnerSettings,
): Pick<CourierAccount, 'settings' | 'secrets' | 'secretNames'> {
  return {
    settings: plain,
    secrets: sealSecrets(sealing, identity, secret),
    secretNames: Object.keys(secret),
  };
}

function viewOf({ sealing, couriers }: CourierOwner, account: CourierAccount): CourierAccountView {
  return courierAccountView(sealing, couriers.named(account.courier), account);
}

/** Records the names of secrets, never their values. */
function record(
  writer: AccountWriter,
  { courierAccountId }: CourierAccount,
  action: string,
  changes: Record<string, unknown>,
): Promise<void> {
  return writer.record({ action, subjectKind: 'courier_account', subjectId: courierAccountId, changes });
}
