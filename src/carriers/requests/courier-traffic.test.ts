import { expect, it } from 'vitest';
import { NoAnswerError, type OutgoingRequests } from '../../outgoing/outgoing-requests.ts';
import type { Courier } from '../courier.ts';
import { CourierTraffic } from './courier-traffic.ts';
import { NOBODY } from './exchange.ts';

const COURIER = {
  name: 'paper_plane',
  settings: [],
  limits: { rates: {}, timeoutsMs: {}, slowDown: () => null },
} as unknown as Courier;

/** A courier that gives these answers in turn, and the last of them from then on: a status, or null for none. */
function courierThatAnswers(...statuses: (number | null)[]) {
  const asked: string[] = [];
  const send = async ({ url }: { url: URL }) => {
    const status = statuses[Math.min(asked.push(url.pathname), statuses.length) - 1] ?? null;
    if (status === null) throw new NoAnswerError('did not answer', { mayHaveArrived: true });
    return { status, headers: {}, body: Buffer.from('{}') };
  };
  const traffic = new CourierTraffic({ send } as unknown as OutgoingRequests, {
    now: () => new Date(),
    note: () => undefined,
  });
  const of = (courierAccountId: string) => {
    const requests = traffic.requestsOf(
      { courier: COURIER, courierAccountId, settings: { base_url: 'https://plane.example' } },
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
])('a courier that answers %s five times in a row is left alone: %s', async (status, isLeftAlone) => {
  const { asked, of } = courierThatAnswers(status);
  const send = of('a');
  for (let times = 0; times < 5; times += 1) expect(await send()).toBe(status ?? 'did not answer');
  const answer = await send();
  expect(answer).toEqual(isLeftAlone ? RESTS : status);
  expect(asked).toHaveLength(isLeftAlone ? 5 : 6);
});

it('one answer in between begins the count anew', async () => {
  const send = courierThatAnswers(503, 503, 503, 503, 200, 503).of('a');
  for (let times = 0; times < 9; times += 1) await send();
  expect(await send()).toBe(503);
  expect(await send()).toEqual(RESTS);
});

it('another call and another courier account are asked meanwhile', async () => {
  const { of } = courierThatAnswers(503);
  const send = of('a');
  for (let times = 0; times < 5; times += 1) await send();
  expect(await send()).toEqual(RESTS);
  expect([await send('track'), await of('b')()]).toEqual([503, 503]);
});

it('what is safe to repeat is repeated once where the courier is away, and nothing else is', async () => {
  const { asked, of } = courierThatAnswers(503, 200, 503, 503);
  const send = of('a');
  expect(await send('track', true)).toBe(200);
  expect(await send('book')).toBe(503);
  expect(asked).toEqual(['/track', '/track', '/book']);
});
