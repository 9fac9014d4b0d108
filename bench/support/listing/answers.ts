import { deepStrictEqual } from 'node:assert';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A server of the listing, with the request for it. */
export interface BenchRequest {
  readonly url: string;
  readonly init: RequestInit;
}

const CONNECTIONS = new Agent({ keepAlive: true });

/**
 * Milliseconds until the whole answer has arrived; with `node:http`, because `fetch` adds half a millisecond,
 * and more under load.
 */
export async function timed({ url, init }: BenchRequest): Promise<number> {
  const start = performance.now();
  const sent = request(url, {
    method: init.method ?? 'GET',
    headers: init.headers as Record<string, string>,
    agent: CONNECTIONS,
  });
  sent.end(init.body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = await buffer(response);
  if (response.statusCode !== 200)
    throw new Error(`${url}: ${response.statusCode} ${answer.toString()} ${String(init.body)}`);
  return performance.now() - start;
}

interface Answer {
  readonly data: { attributes: Record<string, unknown> }[];
  readonly meta: Record<string, unknown>;
}

/**
 * Checks that both give the same answer: every element in every part except the label link, which a bare
 * server cannot sign, and total and next position.
 */
export async function sameAnswers(name: string, ours: BenchRequest, bare: BenchRequest): Promise<number> {
  const [one, other] = await Promise.all([answer(ours), answer(bare)]);
  deepStrictEqual(comparable(one), comparable(other), `${name}: the two answers differ`);
  return Number(one.meta.total);
}

async function answer({ url, init }: BenchRequest): Promise<Answer> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

function comparable({ data, meta }: Answer) {
  const elements = data.map((element) => {
    const { label_url: _link, ...attributes } = element.attributes;
    return { ...element, attributes };
  });
  const { per_page, total, next_search_after } = meta;
  return { elements, per_page, total, next_search_after };
}
