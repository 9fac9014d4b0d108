import {
  type RequestSettings,
  USUAL_REQUEST_SETTINGS,
} from '../../domain/customer-requests/customer-request.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** The columns of `request_settings`, named as in `RequestSettings`. */
export const REQUEST_SETTINGS = `another_day as "anotherDay", landmark, refusal, codes_per_day as "codesPerDay"`;

export async function findRequestSettings(scope: AccountScope): Promise<RequestSettings> {
  const [row] = await scope.read<RequestSettings>(
    `select ${REQUEST_SETTINGS} from request_settings where account_id = $1`,
    [],
  );
  return row ?? USUAL_REQUEST_SETTINGS;
}

export async function keepRequestSettings(
  writer: AccountWriter,
  { anotherDay, landmark, refusal, codesPerDay }: RequestSettings,
): Promise<void> {
  await writer.change(
    `insert into request_settings (account_id, another_day, landmark, refusal, codes_per_day, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id) do update set another_day = excluded.another_day, landmark = excluded.landmark,
       refusal = excluded.refusal, codes_per_day = excluded.codes_per_day, updated_at = excluded.updated_at`,
    [anotherDay, landmark, refusal, codesPerDay, writer.now],
  );
}
