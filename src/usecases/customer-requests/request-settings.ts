import type { RequestSettings } from '../../domain/customer-requests/customer-request.ts';
import {
  findRequestSettings,
  keepRequestSettings,
} from '../../storage/customer-requests/request-settings.ts';
import { type AccountActor, changeBy } from '../service.ts';

export type { RequestSettings };

export function getRequestSettings({ database, accountId }: AccountActor): Promise<RequestSettings> {
  return findRequestSettings(database.account(accountId));
}

export async function changeRequestSettings(
  account: AccountActor,
  changes: { readonly [Name in keyof RequestSettings]?: RequestSettings[Name] | undefined },
): Promise<RequestSettings> {
  const { database, accountId, actor } = account;
  return database.change(accountId, changeBy(account, actor), async (writer) => {
    const before = await findRequestSettings(writer);
    const after = {
      anotherDay: changes.anotherDay ?? before.anotherDay,
      landmark: changes.landmark ?? before.landmark,
      refusal: changes.refusal ?? before.refusal,
      codesPerDay: changes.codesPerDay ?? before.codesPerDay,
    };
    await keepRequestSettings(writer, after);
    await writer.record({
      action: 'request_settings.changed',
      subjectKind: 'account',
      subjectId: accountId,
      changes: {
        another_day: after.anotherDay,
        landmark: after.landmark,
        refusal: after.refusal,
        codes_per_day: after.codesPerDay,
      },
    });
    return after;
  });
}
