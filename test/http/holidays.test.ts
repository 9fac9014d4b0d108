import { beforeEach, describe, expect, it } from 'vitest';
import { openApp, type TestAccount } from '../support/app.ts';
import { bookOrderWith, CARRIER } from '../support/carriers.ts';
import { makeWarehouse, scan } from '../support/orders.ts';

let account: TestAccount;

// A Monday morning in India.
const test = await openApp({ now: new Date('2026-11-16T04:00:00Z') });
beforeEach(async () => {
  account = await test.account();
});

/** The first carrier's pickup day for a parcel booked now in Delhi. */
async function pickup(of = account): Promise<string> {
  await test.rateBooks.look();
  const answer = await of.post('/rates', {
    journey_type: 'forward',
    origin_pincode: '110020',
    destination_pincode: '560038',
    dead_weight: 500,
    length: 10,
    width: 10,
    height: 10,
    payment_method: 'prepaid',
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

describe('the holidays of an account', () => {
  it('are the list of the installation until the account sends its own', async () => {
    const { data } = await account.read('/holidays');
    expect(data).toMatchObject({ is_own: false, weekly_off: ['sunday'], lacks_year: null });
    expect(data.days).toContainEqual({ day: '01-26', name: 'Republic Day', state: null });
    expect(data.days).toContainEqual({ day: '2026-03-03', name: 'Holi', state: 'MH' });
    const kept = await account.put('/holidays', data);
    expect(kept.statusCode, kept.body).toBe(200);
    expect(kept.json().data).toEqual({ ...data, is_own: true });
    expect((await account.read('/holidays')).data).toEqual({ ...data, is_own: true });
  });

  it('change the promised dates of this account only, until they are removed', async () => {
    const other = await test.account();
    expect(await pickup()).toBe('2026-11-16');
    const put = await account.put('/holidays', OWN);
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
    expect(await pickup(other)).toBe('2026-11-16');
    const again = await account.put('/holidays', { ...OWN, weekly_off: ['tuesday'] });
    expect(again.json().data.weekly_off).toEqual(['tuesday']);
    expect((await account.read('/holidays')).data).toEqual(again.json().data);
    expect(await pickup()).toBe('2026-11-18');
    expect((await account.delete('/holidays')).statusCode).toBe(204);
    expect((await account.delete('/holidays')).statusCode).toBe(204);
    expect(await pickup()).toBe('2026-11-16');
    const { data } = await account.read('/audit');
    expect(data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['holidays.changed', 'holidays.removed']),
    );
    const versions = (await account.read('/rate-cards/versions')).data;
    expect(versions.map(({ source }: { source: string }) => source)).toEqual([
      'default holidays',
      'holidays changed',
      'holidays changed',
    ]);
  });

  it('decide on which day the cash of a courier is due', async () => {
    const changes = { payment_method: 'COD', cod_collectible: 499, carrier_id: CARRIER };
    const booked = await bookOrderWith(account, await makeWarehouse(account), changes);
    await scan(test, account, booked.shipmentId, ['picked_up', 'delivered']);
    const dueDate = async () => {
      await test.rateBooks.look();
      return (await account.read('/cod')).data[0].due_date;
    };
    expect(await dueDate()).toBe('2026-11-25');
    await account.put('/holidays', OWN);
    // Two Sundays and one Friday are no working days.
    expect(await dueDate()).toBe('2026-11-27');
  });

  it('are rejected with a sentence for each mistake, and nothing changes', async () => {
    const wrong = await account.put('/holidays', {
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
    const most = await account.put('/holidays', { weekly_off: [], days: [...every, every[0]] });
    expect(most.json().errors).toEqual([
      'days[51].day 01-01 is listed twice for KA',
      'days has more than 50 holidays for every year in KA',
    ]);
    const week = await account.put('/holidays', {
      weekly_off: ['monday', 'tuesday', 'wednesday', 'thursday'],
      days: [],
    });
    expect(week.json().errors).toEqual(['weekly_off must be a list of at most 3 entries']);
    expect((await account.put('/holidays', { days: [] })).json().errors).toEqual(['weekly_off is required']);
    expect((await account.read('/holidays')).data.is_own).toBe(false);
  });

  it('can be read by viewers, and changed by managers', async () => {
    const clientOf = async (scope: string) => {
      const made = await account.post('/keys', { name: scope, scope });
      return test.client({ authorization: made.json().data.attributes.token });
    };
    const [viewer, packer, manager] = await Promise.all([
      clientOf('read'),
      clientOf('packer'),
      clientOf('manager'),
    ]);
    expect((await viewer.get('/holidays')).statusCode).toBe(200);
    for (const one of [viewer, packer]) {
      expect((await one.put('/holidays', OWN)).statusCode).toBe(403);
      expect((await one.delete('/holidays')).statusCode).toBe(403);
    }
    expect((await manager.put('/holidays', OWN)).statusCode).toBe(200);
  });
});
