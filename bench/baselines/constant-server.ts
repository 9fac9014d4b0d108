import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bare `node:http` server that reads the body and answers a constant of the given size. */
const { bytes } = JSON.parse(process.argv[2] ?? '') as { bytes: number };

const answer = JSON.stringify({ constant: 'x'.repeat(Math.max(bytes - 15, 0)) });

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    Buffer.concat(parts);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
