import type { StatusCount } from '../../domain/money/report.ts';
import type { ForwardStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { statusKept } from '../tracking/kept-status.ts';

/** How many shipments that were created in a span have each status, and what their orders are worth. */
export async function reportByStatus(
  scope: AccountScope,
  { journey, from, to }: { journey: Journey; from: number; to: number },
): Promise<StatusCount[]> {
  const rows = await scope.rawQuery<StatusCount & { status: ForwardStatus }>(
    `select granular_status as status, is_cod as "isCod", count(*)::integer as shipments, sum(total_price_paise)::float8 as paise
       from shipments
      where account_id = $1 and journey = $2 and created_at >= to_timestamp($3::double precision / 1000)
        and created_at <= to_timestamp($4::double precision / 1000)
      group by granular_status, is_cod`,
    [journey, from, to],
  );
  return rows.map((row) => ({ ...row, status: statusKept(row.status, journey) }));
}
