import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * A bare `node:http` server that runs the store list's single query through `pg`. Arguments: see
 * `list-stores.ts`.
 */
const { connection, accountId } = JSON.parse(process.argv[2] ?? '') as {
  connection: object;
  accountId: string;
};

const pool = new pg.Pool({ ...connection, max: 20 });
const QUERY = `select store_id, store_name, brand_name, channel, status, logo_hash, logo_extension
  from dakiya.stores where account_id = $1 and status = 'connected' order by created_at, store_id`;

const server = createServer(async (_request, response) => {
  const { rows } = await pool.query(QUERY, [accountId]);
  const data = rows.map((row) => ({
    id: row.store_id,
    store_name: row.store_name,
    brand_name: row.brand_name,
    channel: row.channel,
    status: row.status,
    logo_url: null,
  }));
  const body = JSON.stringify({ data });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
