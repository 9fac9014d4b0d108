import type { Weekday } from '../../domain/calendar/holidays.ts';
import type { CountedDays, RemittanceCycle } from '../../domain/money/remittance.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

interface Row {
  carrierId: string;
  days: number;
  counted: CountedDays;
  weekdays: Weekday[];
}

export async function findRemittanceCycles(scope: AccountScope): Promise<Map<string, RemittanceCycle>> {
  const rows = await scope.read<Row>(
    `select carrier_id as "carrierId", days, case when counts_working_days then 'working' else 'calendar' end as counted,
            weekdays
       from remittance_cycles where account_id = $1`,
    [],
  );
  return new Map(rows.map(({ carrierId, ...cycle }) => [carrierId, cycle]));
}

export async function keepRemittanceCycle(
  writer: AccountWriter,
  carrierId: string,
  { days, counted, weekdays }: RemittanceCycle,
): Promise<void> {
  await writer.change(
    `insert into remittance_cycles (account_id, carrier_id, days, counts_working_days, weekdays, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, carrier_id) do update set days = excluded.days,
       counts_working_days = excluded.counts_working_days, weekdays = excluded.weekdays, updated_at = excluded.updated_at`,
    [carrierId, days, counted === 'working', weekdays, writer.now],
  );
}
