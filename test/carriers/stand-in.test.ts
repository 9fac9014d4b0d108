import { afterEach, describe, expect, it } from 'vitest';
import type { FaultKind } from '../../simulators/kit/faults.ts';
import { htmlAnswer, json, type StandIn } from '../../simulators/kit/stand-in.ts';
import {
  type RunningStandIn,
  type StandInDependencies,
  startStandIn,
} from '../../simulators/kit/start-stand-in.ts';
import { answers, type Receiver, startReceiver } from '../support/webhook-receiver.ts';

/** A courier that counts. */
function openCounter({ pushes }: StandInDependencies): StandIn & { count: number } {
  const counter = {
    courier: 'counter',
    count: 0,
    limits: { count: { requests: 5, perMs: 60_000 } },
    instructions: {},
    words: {
      unknown: () => htmlAnswer(404, '404 Not Found'),
      slowDown: json(403, { detail: 'Forbidden' }),
      withStatus: (status: number) => json(status, { detail: 'told to' }),
      refusal: () => json(200, { success: false }),
    },
    routes: [
      {
        call: 'count',
        method: 'POST',
        path: /^\/count\/?$/,
        answer: () => {
          counter.count += 1;
          pushes.push({ event: 'counted', data: { count: counter.count } });
          return json(200, { count: counter.count });
        },
      },
    ],
    parcels: () => [],
  };
  return counter;
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(): Promise<RunningStandIn<ReturnType<typeof openCounter>>> {
  const standIn = await startStandIn(openCounter);
  stops.push(standIn.stop);
  return standIn;
}

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  stops.push(started.stop);
  return started;
}

function count(url: string, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${url}/count`, { method: 'POST', signal });
}

async function tell(url: string, name: string, told: unknown): Promise<[number, unknown]> {
  const answer = await fetch(`${url}/_stand-in/${name}`, { method: 'POST', body: JSON.stringify(told) });
  return [answer.status, await answer.json()];
}

describe('the stand-in of a courier', () => {
  it('answers its calls, and refuses other calls in its own words', async () => {
    const { url, calls } = await start();
    expect(await (await count(url)).json()).toEqual({ count: 1 });
    const unknown = await fetch(`${url}/nothing`);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('404 Not Found')]);
    expect(calls).toEqual({ count: 1 });
  });

  it.each<[FaultKind, number]>([
    ['lose_answer', 1],
    ['cut', 1],
    ['truncated', 1],
    ['lose_request', 0],
  ])('told to %s, gives no complete answer, after doing %i', async (kind, carriedOut) => {
    const { url, faults, courier, calls } = await start();
    faults.add({ kind, times: 1 });
    const patience = new AbortController();
    const answer = expect(count(url, patience.signal).then((got) => got.json())).rejects.toThrow();
    await expect.poll(() => calls.count, { interval: 5 }).toBe(1);
    if (kind.startsWith('lose')) patience.abort();
    await answer;
    expect(courier.count).toBe(carriedOut);
    expect(faults.list()).toEqual([]);
    expect((await count(url)).status).toBe(200);
  });

  it.each<[string, FaultKind, number, unknown]>([
    ['a status', 'status', 503, { detail: 'told to' }],
    ['a refusal', 'refuse', 200, { success: false }],
    ['a page', 'html', 200, expect.stringContaining('<html>')],
  ])('answers with %s instead of its own answer', async (_what, kind, status, body) => {
    const { url, faults, courier } = await start();
    faults.add({ kind, call: 'count', times: 1 });
    const answer = await count(url);
    const text = await answer.text();
    expect([answer.status, kind === 'html' ? text : JSON.parse(text)]).toEqual([status, body]);
    expect(courier.count).toBe(0);
  });

  it('does a request twice, and faults a share of requests, always the same ones', async () => {
    const struck = async () => {
      const { url, faults, courier } = await start();
      await tell(url, 'limits', { on: false });
      faults.add({ kind: 'twice', share: 0.2 });
      for (let at = 0; at < 50; at += 1) await count(url);
      return courier.count - 50;
    };
    const first = await struck();
    expect(first).toBeGreaterThan(3);
    expect(first).toBeLessThan(20);
    expect(await struck()).toBe(first);
  });

  it('applies the courier’s limits by its own clock', async () => {
    const { url, clock } = await start();
    for (let at = 0; at < 5; at += 1) expect((await count(url)).status).toBe(200);
    expect((await count(url)).status).toBe(403);
    clock.forward(60_000);
    expect((await count(url)).status).toBe(200);
  });

  it('is controlled by hand, and names what it does not understand', async () => {
    const { url } = await start();
    const [, { faults }] = (await tell(url, 'faults', { kind: 'slow', milliseconds: 5 })) as [
      number,
      { faults: unknown[] },
    ];
    expect(faults).toEqual([expect.objectContaining({ kind: 'slow', call: null, milliseconds: 5 })]);
    expect(await tell(url, 'faults', { kind: 'explode' })).toEqual([
      422,
      expect.objectContaining({ error: expect.stringMatching(/^kind must be one of lose_request/) }),
    ]);
    expect((await tell(url, 'nothing', {}))[0]).toBe(404);
    expect(await (await fetch(`${url}/_stand-in/parcels`)).json()).toEqual({ parcels: [] });
    expect(Object.keys((await (await fetch(`${url}/_stand-in`)).json()) as object)).toContain(
      'POST /_stand-in/pushes',
    );
  });

  it('pushes one payload at a time, repeats each once, and then drops it', async () => {
    const { url, pushes } = await start();
    const { url: to, received, plan } = await receiver();
    pushes.to({ url: `${to}/scans`, headers: { authorization: 'Bearer made-up' } });
    await count(url);
    await pushes.settled();
    expect(received.map(({ path, headers, data }) => [path, headers.authorization, data])).toEqual([
      ['/scans', 'Bearer made-up', { count: 1 }],
    ]);
    plan(answers(500));
    await count(url);
    await pushes.settled();
    expect(received).toHaveLength(3);
    expect(pushes.counts).toEqual({ sent: 2, taken: 1, lost: 1, waiting: 0 });
  });

  it('drops, repeats and reorders pushes on demand', async () => {
    const { url, pushes } = await start();
    const { url: to, received } = await receiver();
    const counts = () => received.splice(0).map(({ data }) => data.count);
    pushes.to({ url: to, outOfOrder: true });
    await count(url);
    await count(url);
    await pushes.settled();
    expect(counts().sort()).toEqual([1, 2]);
    pushes.to({ url: to, repeat: 1 });
    await count(url);
    await pushes.settled();
    expect(counts()).toEqual([3, 3]);
    pushes.to({ url: to, lose: 1 });
    await count(url);
    await pushes.settled();
    expect(counts()).toEqual([]);
  });
});
