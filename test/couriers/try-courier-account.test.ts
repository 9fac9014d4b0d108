import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlueDartStandIn } from '../../simulators/couriers/blue-dart/blue-dart-stand-in.ts';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { EkartStandIn } from '../../simulators/couriers/ekart/ekart-stand-in.ts';
import { ShiprocketStandIn } from '../../simulators/couriers/shiprocket/shiprocket-stand-in.ts';
import type { StandIn } from '../../simulators/kit/stand-in.ts';
import {
  type RunningStandIn,
  type StandInDependencies,
  startStandIn,
} from '../../simulators/kit/start-stand-in.ts';
import { type CourierTrialWish, planCourierTrial } from '../../src/usecases/couriers/try-courier-account.ts';
import type { TrialEnd } from '../../src/usecases/trial.ts';
import { hasPassed, trialReport } from '../../src/usecases/trial-report.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { START } from '../support/clock.ts';
import { type Connected, connectCourier, courierLoopback } from '../support/connected-courier.ts';
import { makeWarehouse } from '../support/orders.ts';

/** Words that no report may have, each in a field of its own. */
const SENTINELS = {
  contact_person: 'Zebulon Quagmire',
  phone_number: '9812345670',
  email: 'quagmire@sentinel.example',
};
const STREET = '77, Xanadu Sentinel Street';

interface Tried {
  readonly name: string;
  readonly open: (dependencies: StandInDependencies) => StandIn;
  readonly settings: Readonly<Record<string, string>>;
  /** Its calls, by the step that makes them. */
  readonly calls: Readonly<Record<'book' | 'between' | 'cancel', string>>;
  readonly prepare?: (standIn: RunningStandIn) => void;
  readonly notOffered: readonly string[];
  /** What comes of a booking whose answer is lost: it is found by our reference, its adapter settles it, or it cannot be asked. */
  readonly lost: 'found' | 'settled' | 'unknown';
}

const COURIERS: readonly Tried[] = [
  {
    name: 'delhivery',
    open: (dependencies) => new DelhiveryStandIn(dependencies),
    settings: DelhiveryStandIn.settings,
    // Its adapter tracks a parcel that it cancels.
    calls: { book: 'create', between: 'label', cancel: 'edit' },
    notOffered: [],
    lost: 'found',
  },
  {
    name: 'ekart',
    open: (dependencies) => new EkartStandIn(dependencies),
    settings: EkartStandIn.settings,
    calls: { book: 'create', between: 'track', cancel: 'cancel' },
    notOffered: ['serves'],
    lost: 'unknown',
  },
  {
    name: 'shiprocket',
    open: (dependencies) => new ShiprocketStandIn(dependencies),
    settings: ShiprocketStandIn.settings,
    calls: { book: 'assign', between: 'track', cancel: 'cancel' },
    lost: 'settled',
    prepare: ({ courier }) => courier.instructions.wallet?.run({ rupees: 100_000 }),
    notOffered: ['serves'],
  },
  {
    name: 'blue_dart',
    open: (dependencies) => new BlueDartStandIn(dependencies),
    settings: BlueDartStandIn.settings,
    calls: { book: 'waybill', between: 'track', cancel: 'cancel' },
    lost: 'found',
    notOffered: ['serves', 'quote'],
  },
];

const STEPS = ['check', 'serves', 'quote', 'book', 'label', 'track', 'cancel', 'cancel again'];

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ shipping: { courierOutgoing: courierLoopback() } });
});
afterAll(() => test.stop());

describe.each(COURIERS)('a trial of an account at $name', (tried) => {
  let standIn: RunningStandIn;
  let connected: Connected;
  let before: ReadonlySet<string>;

  beforeAll(async () => {
    standIn = await startStandIn(tried.open, { startsAt: START });
    test.takeAlong(standIn.clock);
    tried.prepare?.(standIn);
    connected = await connectCourier(
      { test, standIn, stop: async () => undefined },
      {
        settings: tried.settings,
        warehouse: {
          ...SENTINELS,
          address_attributes: {
            ...{ street_address: STREET, zip: '110020', city: 'Sentinelpur', state: 'Delhi' },
            country: 'India',
          },
        },
      },
    );
  });
  beforeEach(() => {
    standIn.faults.clear();
    // Tracking numbers may be fetched only five times in five minutes.
    standIn.clock.forward(5 * 60_000);
    test.service.courierTraffic.forget(connected.courierAccountId);
    before = new Set(standIn.courier.parcels().map(({ trackingNumber }) => trackingNumber));
  });
  afterAll(() => standIn.stop());

  const plan = (wish: Partial<CourierTrialWish> = {}) =>
    planCourierTrial(test.service, {
      ...{ courierAccountId: connected.courierAccountId, accountId: null, warehouse: null },
      ...{ fromPincode: null, toPincode: null, recipient: null, courierProduct: '', ...wish },
    });
  const run = async (wish: Partial<CourierTrialWish> = {}, signal = new AbortController().signal) =>
    (await plan(wish)).run({ signal, begins: () => undefined });
  /** The parcels of this test that the courier would pick up. */
  const expected = () =>
    standIn.courier
      .parcels()
      .filter(({ isExpected, trackingNumber }) => isExpected && !before.has(trackingNumber));
  const resultOf = ({ steps }: TrialEnd, name: string) => steps.find(({ step }) => step === name)?.result;
  const reportOf = (end: TrialEnd) => {
    const subject = { kind: 'courier', partner: tried.name, isUsualHost: false, version: '0.0.0' } as const;
    return trialReport({ ...subject, startedAt: START }, end);
  };
  const expectNoSentinel = (end: TrialEnd) => {
    const text = JSON.stringify(reportOf(end)).toLowerCase();
    const ours = Object.values(SENTINELS).flatMap((one) => [one, ...one.split(/[ @.]/)]);
    const ofParcels = standIn.courier
      .parcels()
      .flatMap(({ trackingNumber, reference }) => [trackingNumber, reference]);
    const settings = Object.entries(tried.settings).flatMap(([name, value]) =>
      name === 'origin_area' ? [] : value,
    );
    const hidden = [
      ...ours,
      'xanadu',
      'sentinelpur',
      '110020',
      connected.account.accountId,
      ...settings,
      ...ofParcels,
    ];
    for (const word of hidden.filter((one) => one.length > 3 && one !== 'example'))
      expect(text).not.toContain(word.toLowerCase());
  };
  /** What the account has that a trial might change. */
  const stored = () =>
    test.sql(
      `select (select count(*) from courier_numbers where account_id = $1) as numbers,
          (select count(*) from courier_exchanges where account_id = $1) as exchanges,
          (select count(*) from shipments where account_id = $1) as shipments,
          (select count(*) from audit_records where account_id = $1) as audits,
          (select accepted_at from courier_accounts where account_id = $1) as accepted`,
      [connected.account.accountId],
    );

  it('passes, cancels its parcel, and changes nothing of the account', async () => {
    const had = await stored();
    const end = await run();
    expect(end.steps.map(({ step, result, sentence }) => [step, result, sentence])).toEqual(
      STEPS.map((step) => [step, tried.notOffered.includes(step) ? 'not offered' : 'passed', null]),
    );
    expect(hasPassed(end)).toBe(true);
    expect(end.leftOver).toEqual([]);
    expect(end.trackingNumbers).toContain(standIn.courier.parcels().at(-1)?.trackingNumber);
    expect(expected()).toEqual([]);
    expect(await stored()).toEqual(had);
    const report = reportOf(end);
    expect(report).toMatchObject({ dakiya: '0.0.0', kind: 'courier', partner: tried.name, passed: true });
    const calls = report.steps.flatMap((step) => step.calls);
    expect(calls.map(({ call }) => call)).toContain(tried.calls.book);
    expect(calls.some(({ answer }) => typeof answer === 'object' && answer !== null)).toBe(true);
    expectNoSentinel(end);
  });

  it('cancels its parcel when a step in between fails', async () => {
    standIn.faults.add({ kind: 'html', call: tried.calls.between });
    const end = await run();
    expect(end.steps.filter(({ result }) => result === 'failed')).toHaveLength(1);
    expect(resultOf(end, 'cancel')).toBe('passed');
    expect([hasPassed(end), end.leftOver, expected()]).toEqual([false, [], []]);
    expectNoSentinel(end);
  });

  it('cancels its parcel when it is stopped after the booking', async () => {
    const controller = new AbortController();
    const { run: runTrial } = await plan();
    const begins = (step: string) => {
      if (step === 'label') controller.abort(new Error('Stopped'));
    };
    const end = await runTrial({ signal: controller.signal, begins });
    expect(resultOf(end, 'book')).toBe('passed');
    expect(['track', 'cancel', 'cancel again'].map((step) => resultOf(end, step))).toEqual([
      'not reached',
      'passed',
      'not reached',
    ]);
    expect([hasPassed(end), end.leftOver, expected()]).toEqual([false, [], []]);
  });

  it('books nothing if it is stopped before, or the credentials are refused', async () => {
    const parcels = standIn.courier.parcels().length;
    const stopped = await run({}, AbortSignal.abort());
    expect(new Set(stopped.steps.map(({ result }) => result))).toEqual(new Set(['not reached']));
    standIn.faults.add({ kind: 'status', status: 401 });
    const end = await run();
    expect(end.steps.map(({ result }) => result)).toEqual([
      'failed',
      ...STEPS.slice(1).map(() => 'not reached'),
    ]);
    expect([hasPassed(end), end.leftOver]).toEqual([false, []]);
    expect(standIn.courier.parcels()).toHaveLength(parcels);
    expectNoSentinel(end);
  });

  it('finds and cancels a parcel whose booking was not answered, or says that it may be there', async () => {
    standIn.faults.add({ kind: 'cut', call: tried.calls.book, times: 1 });
    const end = await run();
    if (tried.lost === 'unknown') {
      expect(end.leftOver).toEqual([
        expect.stringMatching(/may have a parcel with the order number DAKIYA-TEST-/),
      ]);
      expect(expected()).toHaveLength(1);
    } else {
      const found = tried.lost === 'found' ? 'passed' : undefined;
      expect([resultOf(end, 'find'), resultOf(end, 'cancel')]).toEqual([found, 'passed']);
      expect([end.leftOver, expected()]).toEqual([[], []]);
    }
    expect(hasPassed(end)).toBe(tried.lost === 'settled');
    expectNoSentinel(end);
  });

  it('says which parcel it could not cancel, and masks its number in the report', async () => {
    standIn.faults.add({ kind: 'refuse', call: tried.calls.cancel });
    const end = await run();
    const [left] = expected();
    const number = left?.trackingNumber ?? '';
    expect(resultOf(end, 'cancel')).toBe('failed');
    expect(end.leftOver).toEqual([
      expect.stringContaining(` ${number} is cancelled: cancel it in its panel`),
    ]);
    expect(reportOf(end).left_over).toEqual([expect.stringContaining(` ...${number.slice(-4)} is`)]);
    expectNoSentinel(end);
  });

  it('sends the parcel only to a warehouse, or to a recipient who was named', async () => {
    await expect(plan({ toPincode: '560038' })).rejects.toThrow(
      'The account has no active warehouse with the pincode 560038: name a recipient',
    );
    await expect(plan({ fromPincode: '560038' })).rejects.toThrow('The account has no such active warehouse');
    const recipient = {
      name: 'Ravi Named',
      phone: '9876500001',
      address: '4, Temple Street',
      city: 'Mumbai',
      state: 'Maharashtra',
    };
    const end = await run({ toPincode: '400001', recipient });
    expect(end.steps.filter(({ sentence }) => sentence !== null)).toEqual([]);
    expect(resultOf(end, 'book')).toBe('passed');
    expect(JSON.stringify(reportOf(end))).not.toMatch(/Ravi|Temple|9876500001|400001/);
  });
});

it('names the warehouse if there are several, and refuses unknown accounts', async () => {
  const account = await test.account();
  const standIn = await startStandIn((dependencies) => new BlueDartStandIn(dependencies), {
    startsAt: START,
  });
  try {
    const settings = { ...BlueDartStandIn.settings, base_url: standIn.url };
    const { id: courierAccountId } = (
      await account.post('/courier-accounts', { courier: 'blue_dart', settings })
    ).json().data;
    const wish = {
      courierAccountId,
      accountId: null,
      warehouse: null,
      fromPincode: null,
      toPincode: null,
      recipient: null,
      courierProduct: '',
    };
    await expect(planCourierTrial(test.service, wish)).rejects.toThrow('no such active warehouse');
    const first = await makeWarehouse(account, { name: 'First' });
    await makeWarehouse(account, { name: 'Second', code: 'TWO' });
    await expect(planCourierTrial(test.service, wish)).rejects.toThrow('several such warehouses');
    for (const warehouse of [first, 'TWO']) await planCourierTrial(test.service, { ...wish, warehouse });
    const other = await test.account();
    await expect(planCourierTrial(test.service, { ...wish, accountId: other.accountId })).rejects.toThrow(
      'Courier account not found',
    );
    await expect(
      planCourierTrial(test.service, { ...wish, courierAccountId: other.accountId }),
    ).rejects.toThrow('Courier account not found');
    expect(standIn.calls).toEqual({});
  } finally {
    await standIn.stop();
  }
});

it('asks nothing of a courier that does not know the warehouse yet, or beside sample data', async () => {
  const account = await test.account();
  const standIn = await startStandIn((dependencies) => new EkartStandIn(dependencies), { startsAt: START });
  try {
    const settings = { ...EkartStandIn.settings, base_url: standIn.url };
    const sent = { courier: 'ekart', settings };
    const { id: courierAccountId } = (await account.post('/courier-accounts', sent)).json().data;
    await makeWarehouse(account, { name: 'Unknown' });
    const nothing = { accountId: null, warehouse: null, fromPincode: null, toPincode: null, recipient: null };
    const wish = { ...nothing, courierAccountId, courierProduct: '' };
    await expect(planCourierTrial(test.service, wish)).rejects.toThrow(
      'Ekart does not pick up at the warehouse Unknown yet: it is being registered',
    );
    await test.sql(
      `insert into sample_data (account_id, loaded_at, order_ids, store_ids, warehouse_ids) values ($1, $2, '{}', '{}', '{}')`,
      [account.accountId, START],
    );
    await expect(planCourierTrial(test.service, wish)).rejects.toThrow('The account has sample data');
    expect(standIn.calls).toEqual({});
  } finally {
    await standIn.stop();
  }
});
