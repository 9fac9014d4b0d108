import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { elementOf, type Row } from './listing-element.ts';
import { COUNTS_STATEMENT, type StatementName, statementOf } from './listing-statements.ts';

/**
 * A bare `node:http` server that answers a listing with one statement through `pg`. The path names a
 * statement that it got at its start, with its values: it reads no body and checks no credential. Arguments:
 * see `listing.ts`.
 */
const { connection, accountId, pages } = JSON.parse(process.argv[2] ?? '') as {
  connection: object;
  accountId: string;
  pages: Record<string, { found: StatementName; values: unknown[]; perPage: number }>;
};

const pool = new pg.Pool({
  ...connection,
  max: 20,
  onConnect: async (client) => {
    await client.query('set search_path to dakiya, public');
  },
});

const server = createServer(async (request, response) => {
  const name = decodeURIComponent((request.url ?? '/').slice(1));
  const body = name === 'counts' ? await counts() : await page(name);
  response.writeHead(body === null ? 404 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body ?? ''),
  });
  response.end(body ?? '');
});

async function page(name: string): Promise<string | null> {
  const asked = pages[name];
  if (asked === undefined) return null;
  const { found, values, perPage } = asked;
  const text = statementOf(found);
  // Prepared if one plan is right for all values, as in the service.
  const prepared = ['all', 'hundred', 'status', 'after'].includes(found) ? { name: found } : {};
  const { rows } = await pool.query<Row>({ ...prepared, text, values: [accountId, ...values] });
  const shown = rows.slice(0, perPage);
  const last = rows.length > perPage ? shown.at(-1) : undefined;
  return JSON.stringify({
    data: shown.map(elementOf),
    meta: {
      per_page: perPage,
      total: Number(rows[0]?.total ?? 0),
      next_search_after: last === undefined ? null : [String(last.created_at.getTime()), last.shipment_id],
    },
  });
}

async function counts(): Promise<string> {
  const { rows } = await pool.query<{ status: string; n: string }>(COUNTS_STATEMENT, [accountId]);
  const data = Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
  return JSON.stringify({ data });
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
