import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { API, type RunningService } from '../server-process.ts';
import type { Ground } from './ground.ts';
import type { Body } from './random-sets.ts';

/** A request of the account to a service. */
export interface BenchRequest {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
}

const CONNECTIONS = new Agent({ keepAlive: true });

/** A POST if there is a body, otherwise a GET. */
export function requestOf(
  { headers }: Pick<Ground, 'headers'>,
  service: Pick<RunningService, 'url'>,
  path: string,
  body?: Body,
): BenchRequest {
  const url = `${service.url}${API}${path}`;
  if (body === undefined) return { url, init: { headers } };
  return { url, init: { method: 'POST', headers, body: JSON.stringify(body) } };
}

/**
 * Milliseconds until the whole answer has arrived; with `node:http`, because `fetch` adds half a millisecond,
 * and more under load.
 */
export async function timed({ url, init: { method = 'GET', headers, body } }: BenchRequest): Promise<number> {
  const start = performance.now();
  const sent = request(url, { method, headers, agent: CONNECTIONS });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = await buffer(response);
  if (response.statusCode !== 200)
    throw new Error(`${url}: ${response.statusCode} ${answer.toString()} ${String(body)}`);
  return performance.now() - start;
}
