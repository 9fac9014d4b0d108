import type { StatementName } from '../../baselines/listing-statements.ts';
import type { Ground } from './ground.ts';

/** One kind of page: the request to the service, and the statement of the bare server for the same answer. */
export interface Case {
  readonly name: string;
  /** Milliseconds. */
  readonly goal: number;
  readonly body: Record<string, unknown>;
  readonly bare: {
    readonly found: StatementName;
    readonly values: readonly unknown[];
    readonly perPage: number;
  };
}

const DAY_S = 86_400;
const PER_PAGE = 20;
const DEEP_PAGE = 25_000;
/** A month of old deliveries. */
const LONG_AGO_DAYS = 400;

/** Real values of the data; from lists, one of average frequency and the most frequent one. */
export async function makeCases(ground: Ground, shipments: number): Promise<Case[]> {
  const { pool } = ground.service.database;
  const one = async (text: string, ...values: unknown[]) =>
    (await pool.query(text, [ground.accountId, ...values])).rows[0] ?? {};
  const byFrequency = async (column: string, table: string): Promise<string[]> => {
    const text = `select ${column} as value from ${table} where account_id = $1 and ${column} is not null
      group by 1 order by count(*) desc, 1`;
    return (await pool.query<{ value: string }>(text, [ground.accountId])).rows.map(({ value }) => value);
  };
  const mine = 'from shipments where account_id = $1';
  const deepPage = Math.min(DEEP_PAGE, Math.floor(shipments / 2 / PER_PAGE));
  const deep = await one(
    `select shipment_id, created_at ${mine} order by created_at desc, shipment_id desc offset $2 limit 1`,
    deepPage * PER_PAGE,
  );
  const found = await one(
    `select s.tracking_number, o.display_id, c.phone from shipments s
       join orders o using (account_id, order_id) join order_contacts c using (account_id, order_id)
      where s.account_id = $1 and s.tracking_number is not null
      order by s.created_at desc offset 1000 limit 1`,
  );
  // Its digits are nearly all zeros, so they are not selective.
  const early = await one(
    'select min(tracking_number) as tracking_number from tracking_numbers where account_id = $1',
  );
  const { first_name } = await one(
    `select first_name from order_contacts where account_id = $1 and role = 'billing' group by 1
      order by abs(count(*) - $2::numeric / 50), 1 limit 1`,
    shipments,
  );
  const skus = await byFrequency('sku', 'shipment_skus');
  const tags = await byFrequency('tag', 'shipment_tags');
  const reasons = await byFrequency('ndr_reason', 'shipments');
  const carriers = await byFrequency('carrier_id', 'shipments');
  const { newest } = await one(`select extract(epoch from max(created_at))::bigint as newest ${mine}`);
  const start_time = Number(newest) - 30 * DAY_S;
  const month = new Date(start_time * 1000);
  const oldStart = Number(newest) - LONG_AGO_DAYS * DAY_S;
  const oldEnd = oldStart + 30 * DAY_S - 1;
  const oldMonth = [new Date(oldStart * 1000), new Date((oldEnd + 1) * 1000)];
  const four = {
    zone: ['zone_b', 'zone_d'],
    is_cod: true,
    applied_weight_min: '500',
    applied_weight_max: '2000',
  };
  const twoMiddle = carriers.slice(Math.floor(carriers.length / 2) - 1).slice(0, 2);
  const twoMost = carriers.slice(0, 2);
  const listed = (what: string, field: string, found: StatementName, values: readonly string[]): Case[] =>
    [
      { which: '', value: middle(values) },
      { which: ', the most frequent', value: values[0] },
    ].map(({ which, value }) => ({
      name: `${what}${which}`,
      goal: 20,
      body: { [field]: [value] },
      bare: bare(found, value),
    }));
  const position = [deep.created_at, deep.shipment_id];
  const searched = (name: string, goal: number, text: string) => ({
    name: `search: ${name}`,
    goal,
    body: { search: text },
    bare: bare('search', `%${text.toLowerCase()}%`),
  });
  return [
    { name: 'first page of 20', goal: 5, body: {}, bare: bare('all') },
    { name: 'page of 100', goal: 15, body: { per_page: 100 }, bare: { ...bare('hundred'), perPage: 100 } },
    {
      name: 'one status',
      goal: 5,
      body: { status: 'delivered' },
      bare: bare('status', 'delivered', ['delivered']),
    },
    {
      name: 'status and 30 days',
      goal: 20,
      body: { status: 'delivered', start_time },
      bare: bare('statusAndDays', 'delivered', month),
    },
    {
      name: '30 days by delivery, the newest',
      goal: 20,
      body: { date_field: 'delivered_at', start_time },
      bare: bare('delivered', month, 'infinity'),
    },
    {
      name: '30 days by delivery, long ago',
      goal: 20,
      body: { date_field: 'delivered_at', start_time: oldStart, end_time: oldEnd },
      bare: bare('delivered', ...oldMonth),
    },
    {
      name: 'four filters, whole history',
      goal: 40,
      body: { ...four, carrier_id: twoMiddle },
      bare: bare('four', twoMiddle),
    },
    {
      name: 'four filters, whole history, the most frequent carriers',
      goal: 40,
      body: { ...four, carrier_id: twoMost },
      bare: bare('four', twoMost),
    },
    {
      name: 'four filters, 30 days',
      goal: 20,
      body: { ...four, carrier_id: twoMost, start_time },
      bare: bare('fourAndDays', twoMost, month),
    },
    searched('tracking number', 8, found.tracking_number),
    searched("a courier's first tracking number", 8, early.tracking_number),
    searched('phone', 8, found.phone),
    searched('order id', 8, found.display_id),
    searched('a name of 2 %', 120, first_name),
    ...listed('SKU', 'sku', 'sku', skus),
    ...listed('tag', 'tags', 'tag', tags),
    ...listed('NDR reason', 'ndr_reason', 'ndrReason', reasons),
    {
      name: `position ${deepPage} pages deep`,
      goal: 6.5,
      body: { search_after: [deep.created_at.getTime(), deep.shipment_id] },
      bare: bare('after', ...position),
    },
    {
      name: `page ${deepPage}`,
      goal: 150,
      body: { page: deepPage },
      bare: bare('page', (deepPage - 1) * PER_PAGE),
    },
  ];
}

function bare(found: StatementName, ...values: unknown[]): Case['bare'] {
  return { found, values, perPage: PER_PAGE };
}

function middle(values: readonly string[]): string | undefined {
  return values[Math.floor(values.length / 2)];
}
