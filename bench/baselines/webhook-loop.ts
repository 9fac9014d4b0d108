import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The webhook requests to send, ready-made, and how often. */
interface LoopOptions {
  readonly url: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly requests: number;
  readonly atOnce: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as LoopOptions;
const agent = new Agent({ keepAlive: true });

function post(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${options.url}${path}`, {
      method: 'POST',
      agent,
      headers: { ...options.headers, 'content-length': Buffer.byteLength(options.body) },
    });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(options.body);
  });
}

/** Sends all in a bare loop at each request; answers their number a second. */
const server = createServer(async (_request, response) => {
  const begun = performance.now();
  let next = 0;
  const work = async () => {
    while (next < options.requests) {
      const path = options.paths[next % options.paths.length] ?? '/well';
      next += 1;
      await post(path);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
  response.end(String(options.requests / ((performance.now() - begun) / 1000)));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
