import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that arrived at a receiver. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Of the body. */
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** How the receiver answers. It may take long, or never answer. */
export type Plan = (received: Received, response: ServerResponse) => unknown;

/** A merchant's webhook receiver on loopback, which answers by a plan. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** From now on. */
  plan(answer: Plan): void;
  stop(): Promise<void>;
}

/** A plan that answers with this status. */
export function answers(status: number, headers: Record<string, string> = {}): Plan {
  return (_received, response) => response.writeHead(status, headers).end();
}

/** Starts a receiver that accepts everything until it gets another plan. @param port 0 takes a free one */
export async function startReceiver({ host = '127.0.0.1', port = 0 } = {}): Promise<Receiver> {
  let plan: Plan = answers(204);
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const { event, data } = JSON.parse(body);
      const one = { path: request.url ?? '', headers: request.headers, body, event, data };
      received.push(one);
      plan(one, response);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    plan: (answer) => {
      plan = answer;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
