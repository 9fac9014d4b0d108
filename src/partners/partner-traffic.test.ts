import { describe, expect, it } from 'vitest';
import type { Courier } from '../carriers/courier.ts';
import {
  LongAnswerError,
  NoAnswerError,
  type OutgoingRequest,
  type OutgoingRequests,
} from '../outgoing/outgoing-requests.ts';
import { saidByPartner } from '../problems/sentence.ts';
import {
  LABEL_ANSWER,
  LargeAnswerError,
  LostAnswerError,
  NotSentError,
  type PartnerRequest,
  smallAnswers,
} from './partner.ts';
import { NOBODY } from './partner-call.ts';
import { PartnerTraffic, type Urgency } from './partner-traffic.ts';

const COURIER = {
  name: 'paper_plane',
  settings: [],
  limits: { rates: {}, timeoutsMs: {}, slowDown: () => null },
} as unknown as Courier;

/** A courier that gives these answers in order and then repeats the last one. Null is no answer. */
function courierThatAnswers(...statuses: (number | null)[]) {
  const asked: string[] = [];
  const send = async ({ url }: { url: URL }) => {
    const status = statuses[Math.min(asked.push(url.pathname), statuses.length) - 1] ?? null;
    if (status === null) throw new NoAnswerError(saidByPartner('did not answer'), { mayHaveArrived: true });
    return { status, headers: {}, body: Buffer.from('{}') };
  };
  const traffic = new PartnerTraffic({ send } as unknown as OutgoingRequests, {
    now: () => new Date(),
    note: () => undefined,
  });
  const of = (connectionId: string) => {
    const requests = traffic.requestsOf(
      { partner: COURIER, connectionId, settings: { base_url: 'https://plane.example' } },
      NOBODY,
    );
    return (call = 'book', isSafeToRepeat = false) =>
      requests
        .send({ call, method: 'POST', path: `/${call}`, isSafeToRepeat }, new AbortController().signal)
        .then(
          ({ status }) => status,
          (error: Error) => error.message,
        );
  };
  return { asked, of };
}

const RESTS = expect.stringMatching(/^has not answered for a while; please try again in \d+ s$/);

it.each([
  [502, true],
  [503, true],
  [504, true],
  [null, true],
  [500, false],
  [429, false],
  [404, false],
  [200, false],
])('blocks requests after five answers in a row with status %s: %s', async (status, isLeftAlone) => {
  const { asked, of } = courierThatAnswers(status);
  const send = of('a');
  for (let times = 0; times < 5; times += 1) expect(await send()).toBe(status ?? 'did not answer');
  const answer = await send();
  expect(answer).toEqual(isLeftAlone ? RESTS : status);
  expect(asked).toHaveLength(isLeftAlone ? 5 : 6);
});

it('counts failures from zero after an answer', async () => {
  const send = courierThatAnswers(503, 503, 503, 503, 200, 503).of('a');
  for (let times = 0; times < 9; times += 1) await send();
  expect(await send()).toBe(503);
  expect(await send()).toEqual(RESTS);
});

it('sends other calls and requests of other connections while one call is blocked', async () => {
  const { of } = courierThatAnswers(503);
  const send = of('a');
  for (let times = 0; times < 5; times += 1) await send();
  expect(await send()).toEqual(RESTS);
  expect([await send('track'), await of('b')()]).toEqual([503, 503]);
});

it('repeats a safe request once when the courier is unavailable, and no other request', async () => {
  const { asked, of } = courierThatAnswers(503, 200, 503, 500);
  const send = of('a');
  expect(await send('track', true)).toBe(200);
  expect(await send('book')).toBe(503);
  expect(await send('track', true)).toBe(500);
  expect(asked).toEqual(['/track', '/track', '/book', '/track']);
});

const LOST = new NoAnswerError(saidByPartner('did not answer'), { mayHaveArrived: true });
const NOT_SENT = new NoAnswerError(saidByPartner('took no connection'), { mayHaveArrived: false });

/** Builds traffic to such a courier, with these properties; records the requests. */
function trafficTo(
  answers: readonly (number | string | NoAnswerError)[],
  { limits = {}, ...courier }: { readonly limits?: object; readonly settings?: readonly object[] } = {},
) {
  const asked: { readonly url: string; readonly timeoutMs: number }[] = [];
  const longest: number[] = [];
  const send = async ({
    url,
    timeoutMs,
    longestBody,
  }: Pick<OutgoingRequest, 'url' | 'timeoutMs' | 'longestBody'>) => {
    longest.push(longestBody ?? 0);
    const answer = answers[Math.min(asked.push({ url: url.href, timeoutMs }), answers.length) - 1];
    if (answer instanceof Error) throw answer;
    const isText = typeof answer === 'string';
    return { status: isText ? 200 : answer, headers: {}, body: Buffer.from(isText ? answer : '{}') };
  };
  const outgoing = { send } as unknown as OutgoingRequests;
  const traffic = new PartnerTraffic(outgoing, { now: () => new Date(), note: () => undefined });
  const played = { ...COURIER, ...courier, limits: { ...COURIER.limits, ...limits } } as Courier;
  const requestsOf = (settings: Record<string, string> = {}, urgency: Urgency = 'now') =>
    traffic.requestsOf(
      {
        partner: played,
        connectionId: 'a',
        settings: { base_url: 'https://plane.example', ...settings },
      },
      NOBODY,
      urgency,
    );
  const request = (call: string, more: Partial<PartnerRequest> = {}): PartnerRequest => {
    return { call, method: 'POST', path: `/${call}`, isSafeToRepeat: false, ...more };
  };
  const { signal } = new AbortController();
  const ask = (call = 'book', more: Partial<PartnerRequest> = {}) =>
    requestsOf().send(request(call, more), signal);
  return { traffic, asked, longest, requestsOf, request, signal, ask };
}

it('reports a lost answer when only the repeat could not be sent', async () => {
  const lost = trafficTo([LOST, NOT_SENT]).ask('track', { isSafeToRepeat: true });
  await expect(lost).rejects.toThrow(LostAnswerError);
  const unsent = trafficTo([NOT_SENT]);
  await expect(unsent.ask('track', { isSafeToRepeat: true })).rejects.toThrow(NotSentError);
  expect(unsent.asked).toHaveLength(1);
});

it('sends other calls when the courier asks for fewer requests of one call', async () => {
  const limits = {
    rates: { track: { requests: 100, perMs: 1_000 } },
    slowDown: ({ status }: { status: number }) => (status === 429 ? 60_000 : null),
  };
  const { asked, ask } = trafficTo([429, 200], { limits });
  await expect(ask('track')).rejects.toThrow('asks for fewer requests (429); please try again later');
  await expect(ask('track')).rejects.toThrow('asked for fewer requests; please try again in');
  expect((await ask('book')).status).toBe(200);
  expect(asked).toHaveLength(2);
});

it('keeps the rate limit, of which requests that can wait leave a tenth', async () => {
  const limits = { rates: { any: { requests: 10, perMs: 60_000 } } };
  const { asked, ask, requestsOf, request, signal } = trafficTo([200], { limits });
  const polite = () => requestsOf({}, 'later').send(request('track'), signal);
  for (let times = 0; times < 9; times += 1) await polite();
  const tooOften = /^is asked as often as it may be; please try again in \d+ s$/;
  await expect(polite()).rejects.toThrow(tooOften);
  await ask();
  await expect(ask()).rejects.toThrow(tooOften);
  expect(asked).toHaveLength(10);
});

it('forgets the failures of one connection and of no other', async () => {
  const { traffic, ask } = trafficTo([503]);
  for (let times = 0; times < 5; times += 1) await ask();
  await expect(ask()).rejects.toThrow('has not answered for a while');
  traffic.forget('b');
  await expect(ask()).rejects.toThrow('has not answered for a while');
  traffic.forget('a');
  expect((await ask()).status).toBe(503);
});

it('counts no failure for a request that its caller has ended', async () => {
  const { asked, requestsOf, request } = trafficTo([LOST]);
  const asking = () => requestsOf().send(request('book'), AbortSignal.abort());
  for (let times = 0; times < 6; times += 1) await expect(asking()).rejects.toThrow('did not answer');
  expect(asked).toHaveLength(6);
});

it('sends a request with the timeout of its call to the address of its connection', async () => {
  const limits = { timeoutsMs: { any: 4_000, label: 9_000 } };
  const { asked, requestsOf, request, signal } = trafficTo([200], { limits });
  const ask = (base_url: string, call: string, path: string) =>
    requestsOf({ base_url }).send(request(call, { path }), signal);
  await ask('https://plane.example/api//', 'label', '/label?id=1');
  await ask('https://plane.example', 'book', 'https://files.example/label.pdf');
  expect(asked).toEqual([
    { url: 'https://plane.example/api/label?id=1', timeoutMs: 9_000 },
    { url: 'https://files.example/label.pdf', timeoutMs: 4_000 },
  ]);
  await trafficTo([200]).ask();
  await expect(ask('', 'book', '/book')).rejects.toThrow(NotSentError);
});

it('shows the last request without secrets, and no request that cleans up', async () => {
  const settings = [
    { name: 'key', isSecret: true },
    { name: 'depot', isSecret: false },
  ];
  const { requestsOf, request, signal } = trafficTo([200], { settings });
  const requests = requestsOf({ key: 'k3y-of-ours', depot: 'Dehradun' });
  expect(requests.last()).toBeNull();
  await requests.send(request('book', { path: '/book/k3y-of-ours/Dehradun' }), signal);
  await requests.send(request('withdraw', { isAftermath: true }), signal);
  expect(requests.last()).toMatchObject({ call: 'book', path: '/book/[hidden]/Dehradun' });
});

describe('an answer', () => {
  const MB = 1024 * 1024;
  const objects = (count: number) => `[${'{},'.repeat(count - 1)}{}]`;

  it('may be as large as its call says', async () => {
    const limits = { answers: { ...smallAnswers('check'), label: LABEL_ANSWER } };
    const { longest, ask } = trafficTo([200], { limits });
    for (const call of ['check', 'orders', 'label']) await ask(call);
    expect(longest).toEqual([MB / 4, 4 * MB, 16 * MB]);
  });

  it.each([
    ['objects', objects(50_000), objects(50_001), 'answered with JSON that has more than 100000 entries'],
    ['levels', '['.repeat(32), '['.repeat(33), 'answered with JSON that is nested more than 32 levels deep'],
    [
      'levels after blanks',
      ` \n${'['.repeat(32)}`,
      ` \n${'['.repeat(33)}`,
      'answered with JSON that is nested more than 32 levels deep',
    ],
  ])('may have so many %s', async (_what, most, more, sentence) => {
    const { asked, ask, requestsOf, request, signal } = trafficTo([most, more]);
    expect((await ask()).text).toBe(most);
    const requests = requestsOf();
    const tooLarge = requests.send(request('book', { isSafeToRepeat: true }), signal);
    await expect(tooLarge).rejects.toThrow(LargeAnswerError);
    await expect(tooLarge).rejects.toThrow(new RegExp(`^${sentence}$`));
    expect([asked.length, requests.last()]).toMatchObject([2, { status: null, failure: { text: sentence } }]);
  });

  it('that is no JSON may hold any bytes', async () => {
    const file = `%PDF-1.7 ${'[{,:'.repeat(100_000)}`;
    expect((await trafficTo([file]).ask()).text).toBe(file);
  });

  it('that is too large counts as an answer: its call is not repeated, and goes on', async () => {
    const long = new LongAnswerError(saidByPartner('answered with more than 4194304 bytes'));
    const failure = new NoAnswerError(long.sentence, { cause: long, mayHaveArrived: true });
    const { asked, ask } = trafficTo([failure]);
    const isTooLarge = (error: unknown) =>
      error instanceof LargeAnswerError && error.message === 'answered with more than 4096 kB';
    for (let times = 0; times < 6; times += 1)
      await expect(ask('orders', { isSafeToRepeat: true })).rejects.toSatisfy(isTooLarge);
    expect(asked).toHaveLength(6);
  });
});
