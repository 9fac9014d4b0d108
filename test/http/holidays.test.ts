import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { API } from '../support/orders.ts';

let test: TestApp;
let account: TestAccount;

beforeAll(async () => {
  // A Monday morning in India.
  test = await startApp({ now: new Date('2026-11-16T04:00:00Z') });
});
beforeEach(async () => {
  account = await test.account();
});
afterAll(() => test.stop());

type Headers = Record<string, string>;
const send = (
  method: 'GET' | 'PUT' | 'DELETE',
  payload?: object,
  headers: Headers = account.headers,
  path = '/holidays',
) => test.client(headers).call(method, path, payload);

/** The first carrier's pickup day for a parcel booked now in Delhi. */
async function pickup(headers: Headers = account.headers): Promise<string> {
  await test.rateBooks.look();
  const answer = await test.app.inject({
    method: 'POST',
    url: `${API}/rates`,
    headers,
    payload: {
      journey_type: 'forward',
      origin_pincode: '110020',
      destination_pincode: '560038',
      dead_weight: 500,
      length: 10,
      width: 10,
      height: 10,
      payment_method: 'prepaid',
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().result.serviceable_couriers[0].expected_delivery.pickup;
}

const OWN = {
  weekly_off: ['friday', 'sunday'],
  days: [
    { day: '2026-11-16', name: 'Chhath', state: 'DL' },
    { day: '01-26', name: 'Republic Day' },
  ],
};

it('is the installation’s list until the account has one, which may be sent back as it came', async () => {
  const { data } = (await send('GET')).json();
  expect(data).toMatchObject({ is_own: false, weekly_off: ['sunday'], lacks_year: null });
  expect(data.days).toContainEqual({ day: '01-26', name: 'Republic Day', state: null });
  expect(data.days).toContainEqual({ day: '2026-03-03', name: 'Holi', state: 'MH' });
  const kept = await send('PUT', data);
  expect(kept.statusCode, kept.body).toBe(200);
  expect(kept.json().data).toEqual({ ...data, is_own: true });
  expect((await send('GET')).json().data).toEqual({ ...data, is_own: true });
});

it('decides what is promised, to this account alone, until it is taken back', async () => {
  const other = await test.account();
  expect(await pickup()).toBe('2026-11-16');
  const put = await send('PUT', OWN);
  expect(put.statusCode, put.body).toBe(200);
  expect(put.json().data).toEqual({
    is_own: true,
    weekly_off: ['sunday', 'friday'],
    days: [
      { day: '01-26', name: 'Republic Day', state: null },
      { day: '2026-11-16', name: 'Chhath', state: 'DL' },
    ],
    lacks_year: 2026,
  });
  expect(put.json().warnings).toEqual([
    'days has none of the holidays of 2026 that move, such as Holi and Diwali, so dates can be promised on them',
  ]);
  expect(await pickup()).toBe('2026-11-17');
  expect(await pickup(other.headers)).toBe('2026-11-16');
  const again = await send('PUT', { ...OWN, weekly_off: ['tuesday'] });
  expect(again.json().data.weekly_off).toEqual(['tuesday']);
  expect((await send('GET')).json().data).toEqual(again.json().data);
  expect(await pickup()).toBe('2026-11-18');
  expect((await send('DELETE')).statusCode).toBe(204);
  expect((await send('DELETE')).statusCode).toBe(204);
  expect(await pickup()).toBe('2026-11-16');
  const { data } = (await send('GET', undefined, account.headers, '/audit')).json();
  expect(data.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['holidays.changed', 'holidays.removed']),
  );
  const versions = (await send('GET', undefined, account.headers, '/rate-cards/versions')).json().data;
  expect(versions.map(({ source }: { source: string }) => source)).toEqual([
    'default holidays',
    'holidays changed',
    'holidays changed',
  ]);
});

it('is in the calendar by which couriers are due to pay', async () => {
  const cycle = async () => (await test.rateBooks.bookOf(account.accountId)).calendar.holidays.weeklyOff[5];
  expect(await cycle()).toBe(false);
  await send('PUT', OWN);
  await test.rateBooks.look();
  expect(await cycle()).toBe(true);
});

it('is refused with a sentence for each thing that is wrong, and changes nothing', async () => {
  const wrong = await send('PUT', {
    weekly_off: ['someday', 'sunday'],
    days: [
      { day: '02-30', name: 'No day' },
      { day: '2027-03-22', name: '' },
      { day: '01-26', name: 'X', state: 'ZZ' },
    ],
  });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json().errors).toEqual([
    expect.stringContaining('weekly_off[0] must be one of sunday, monday'),
    'days[0].day must be a day such as 01-26 or 2027-03-22',
    'days[1].name is required',
    expect.stringContaining('days[2].state must be one of AN, AP'),
  ]);
  const every = Array.from({ length: 51 }, (_, at) => ({
    day: `${String(1 + Math.floor(at / 28)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
    name: 'Closed',
    state: 'KA',
  }));
  const most = await send('PUT', { weekly_off: [], days: [...every, every[0]] });
  expect(most.json().errors).toEqual([
    'days[51].day 01-01 is listed twice for KA',
    'days has more than 50 holidays for every year in KA',
  ]);
  const week = await send('PUT', { weekly_off: ['monday', 'tuesday', 'wednesday', 'thursday'], days: [] });
  expect(week.json().errors).toEqual(['weekly_off must be a list of at most 3 entries']);
  expect((await send('PUT', { days: [] })).json().errors).toEqual(['weekly_off is required']);
  expect((await send('GET')).json().data.is_own).toBe(false);
});

it('is seen by viewers and changed by managers', async () => {
  const keyOf = async (scope: string) => {
    const made = await account.post('/keys', { name: scope, scope });
    return { authorization: made.json().data.attributes.token as string };
  };
  const [viewer, packer, manager] = await Promise.all(['read', 'packer', 'manager'].map(keyOf));
  expect((await send('GET', undefined, viewer)).statusCode).toBe(200);
  for (const one of [viewer, packer]) {
    expect((await send('PUT', OWN, one)).statusCode).toBe(403);
    expect((await send('DELETE', undefined, one)).statusCode).toBe(403);
  }
  expect((await send('PUT', OWN, manager)).statusCode).toBe(200);
});
