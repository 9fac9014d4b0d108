import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * A bare `node:http` server that answers a listing with one statement through `pg`: what is asked is the
 * statement itself, by the case's name in the path. Arguments: see `listing.ts`.
 */
const { connection, queries } = JSON.parse(process.argv[2] ?? '') as {
  connection: object;
  queries: Record<string, { text: string; values: unknown[]; name?: string }>;
};

const pool = new pg.Pool({
  ...connection,
  max: 20,
  onConnect: async (client) => {
    await client.query('set search_path to dakiya, public');
  },
});

const server = createServer(async (request, response) => {
  const query = queries[decodeURIComponent((request.url ?? '/').slice(1))];
  if (query === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { rows } = await pool.query(query);
  const elements = rows
    .filter(({ shipment_id }) => shipment_id !== null)
    .map(
      ({ shipment_id, attributes }) => `{"id":"${shipment_id}","type":"shipment","attributes":${attributes}}`,
    );
  const body = `{"data":[${elements.join(',')}],"meta":{"total":${rows[0]?.total ?? 0}}}`;
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
