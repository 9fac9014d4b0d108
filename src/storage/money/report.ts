import { sumGroups } from '../../columns/sum-groups.ts';
import type { StatusCount } from '../../domain/money/report.ts';
import type { ForwardStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import type { ListingColumns } from '../columns/listing-columns.ts';
import { queryColumns } from '../columns/query-columns.ts';
import { statusOfColumn } from '../tracking/column-status.ts';

/** A range of creation times in epoch milliseconds; both ends are included. */
export interface ReportSpan {
  readonly from: number;
  readonly to: number;
}

/** Forward shipments and order values by status, from columns in memory; null if SQL has to answer. */
export function reportByColumns(
  columns: ListingColumns,
  accountId: string,
  { from, to }: ReportSpan,
): Promise<StatusCount[] | null> {
  const grouping = {
    buckets: null,
    by: ['granular_status', 'is_cod'],
    measures: [{ kind: 'sum', column: 'total_price_paise' }],
    mostGroups: Number.POSITIVE_INFINITY,
  } as const;
  return queryColumns(
    columns,
    accountId,
    { start_time: from, end_time: to },
    {
      find: (table, conditions) => sumGroups(table, [...conditions.values()], grouping),
      show: async (groups) =>
        groups &&
        Array.from({ length: groups.count }, (_, group) => ({
          status: groups.wordOf(group, 0) as ForwardStatus,
          isCod: groups.wordOf(group, 1) === 'true',
          shipments: groups.rows[group] ?? 0,
          paise: Number(groups.values[0]?.[group] ?? 0),
        })),
    },
  );
}

/** Counts shipments and sums the values of their orders by status, from the tables. */
export async function reportByStatus(
  scope: AccountScope,
  { journey, from, to }: ReportSpan & { readonly journey: Journey },
): Promise<StatusCount[]> {
  const rows = await scope.read<StatusCount & { status: ForwardStatus }>(
    `select granular_status as status, is_cod as "isCod", count(*) as shipments, sum(total_price_paise)::float8 as paise
       from shipments
      where account_id = $1 and journey = $2 and created_at >= to_timestamp($3::double precision / 1000)
        and created_at <= to_timestamp($4::double precision / 1000)
      group by granular_status, is_cod`,
    [journey, from, to],
  );
  return rows.map((row) => ({ ...row, status: statusOfColumn(row.status, journey) }));
}
