import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Receipt } from '../support/webhook-receiver.ts';

let rows: Receipt[] = [];

/**
 * `/well...` accepts everything, `/fails...` answers 500, `/hangs...` never answers. `GET /received` returns
 * what arrived since the last call.
 */
const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/received') {
    const body = JSON.stringify(rows);
    rows = [];
    response.setHeader('content-type', 'application/json');
    response.end(body);
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const location = data.new_tracking?.location ?? null;
    rows.push([path, String(request.headers['webhook-id']), location, Date.now()]);
    if (path.startsWith('/hangs')) return;
    response.writeHead(path.startsWith('/fails') ? 500 : 204).end();
  });
  request.on('error', () => undefined);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
