import { once } from 'node:events';
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The ways in which a server fails. `hang`: the request arrives, and no answer comes. `cut`: the request is carried out, and the
 * connection ends instead of an answer; `truncated`: in the middle of the answer. The others answer without the server.
 */
export type Break = 'hang' | 'cut' | 'truncated' | 'html' | number;

export interface ProxiedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: string;
}

/** A proxy on loopback in front of a server, which can be made to fail. */
export interface BreakingProxy {
  readonly url: string;
  /** The requests since the last call of `heal`. */
  readonly passed: readonly ProxiedRequest[];
  /** Breaks the requests that fit, until `heal`. */
  break(how: Break, fits?: (request: ProxiedRequest) => boolean): void;
  heal(): void;
  stop(): Promise<void>;
}

const PAGE = '<!DOCTYPE html><html><body>Checking your browser</body></html>';

export async function startBreakingProxy(target: string): Promise<BreakingProxy> {
  let broken: { readonly how: Break; readonly fits: (request: ProxiedRequest) => boolean } | null = null;
  let passed: ProxiedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts);
    const { method = 'GET', url: path = '/', headers } = incoming;
    const request = { method, path, body: body.toString('utf8') };
    passed.push(request);
    const how = broken?.fits(request) === true ? broken.how : null;
    if (how === 'hang') return;
    if (how === 'html' || typeof how === 'number') {
      response.writeHead(how === 'html' ? 200 : how, { 'content-type': 'text/html' }).end(PAGE);
      return;
    }
    // With the host that the client asked, because signatures are over it.
    const forward = httpRequest(`${target}${path}`, { method, headers }, async (answer) => {
      const sent: Buffer[] = [];
      for await (const part of answer as AsyncIterable<Buffer>) sent.push(part);
      pass(response, answer.statusCode ?? 502, answer.headers, Buffer.concat(sent), how);
    });
    forward.on('error', () => response.destroy());
    forward.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get passed() {
      return passed;
    },
    break: (how, fits = () => true) => {
      broken = { how, fits };
    },
    heal: () => {
      broken = null;
      passed = [];
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function pass(
  response: ServerResponse,
  status: number,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
  how: Break | null,
): void {
  if (how === 'cut') return void response.destroy();
  const { 'transfer-encoding': _, connection: __, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length });
  if (how !== 'truncated') return void response.end(body);
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy());
}
