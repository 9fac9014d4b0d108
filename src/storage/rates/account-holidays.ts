import type { HolidayList } from '../../domain/calendar/holidays.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** Finds the account's own list of holidays; null if it has none. */
export async function findHolidays(scope: AccountScope): Promise<HolidayList | null> {
  const [row] = await scope.read<HolidayList>(
    'select weekly_off as "weeklyOff", days from account_holidays where account_id = $1',
    [],
  );
  return row ?? null;
}

export async function keepHolidays(writer: AccountWriter, { weeklyOff, days }: HolidayList): Promise<void> {
  await writer.change(
    `insert into account_holidays (account_id, weekly_off, days, updated_at) values ($1, $2, $3, $4)
     on conflict (account_id) do update set weekly_off = excluded.weekly_off, days = excluded.days, updated_at = excluded.updated_at`,
    [weeklyOff, JSON.stringify(days), writer.now],
  );
}

export async function removeHolidays(writer: AccountWriter): Promise<void> {
  await writer.change('delete from account_holidays where account_id = $1', []);
}
