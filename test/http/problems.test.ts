import { expect, it } from 'vitest';
import { SENTENCE_TEMPLATES } from '../../src/http/document/sentence-templates.ts';
import { PROBLEM_CODES } from '../../src/problems/problem.ts';
import { fieldNamed } from '../../src/problems/sentence.ts';
import { openApp } from '../support/app.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';

const NO_ID = '00000000-0000-7000-8000-000000000000';

const test = await openApp();
const mine = await test.account();
const warehouseId = await makeWarehouse(mine);

async function problemsOf(
  path: string,
  payload: object | string,
  headers: Record<string, string> = mine.headers,
) {
  const sent = { ...headers, 'content-type': 'application/json' };
  const response = await test.app.inject({ method: 'POST', url: `${API}${path}`, headers: sent, payload });
  const { errors, problems } = response.json();
  expect(problems.map(({ message }: { message: string }) => message)).toEqual(errors);
  for (const { code, template } of problems) {
    expect(PROBLEM_CODES).toContain(code);
    expect(SENTENCE_TEMPLATES).toHaveProperty(template);
  }
  return problems.map(({ field, code }: { field: string | null; code: string }) => [field, code]);
}

it('names for each problem of a body the path of its field as sent, and a code', async () => {
  const order = {
    ...orderBody(warehouseId, {
      order_date: 'soon',
      billing_customer_name: 'x'.repeat(121),
      billing_pincode: '999999',
      payment_method: 'upi',
      sub_total: 0.001,
      length: 0,
      weight: 10_001,
      warehouse_id: 'no place!',
      tags: Array(21).fill('a'),
    }),
    order_id: undefined,
    order_items: undefined,
    items: [{ name: 'Chai', qty: 0, selling_price: -1 }, 'chai'],
  };
  expect(await problemsOf('/forward-order', order)).toEqual([
    ['order_id', 'required'],
    ['order_date', 'invalid'],
    ['billing_customer_name', 'too_long'],
    ['billing_pincode', 'unknown'],
    ['items[0].qty', 'too_small'],
    ['items[0].selling_price', 'too_small'],
    ['items[1]', 'invalid'],
    ['payment_method', 'invalid'],
    ['sub_total', 'invalid'],
    ['length', 'too_small'],
    ['weight', 'too_large'],
    ['warehouse_id', 'unknown'],
    ['tags', 'too_long'],
  ]);
});

it.each([
  ['invalid JSON', '/rates', '{', [[null, 'unreadable']]],
  ['a body that is a list', '/rates', '[[]]', [[null, 'invalid']]],
  ['a body without any required field', '/cancel-order', {}, [['awbs', 'required']]],
  [
    'a lower bound above the upper bound',
    '/shipments',
    { start_time: 2, end_time: 1 },
    [['start_time', 'invalid']],
  ],
  ['an unknown path', '/nothing', {}, [[null, 'not_found']]],
  [
    'an unknown shipment to book',
    '/forward-order-shipment',
    { shipment_id: NO_ID },
    [['shipment_id', 'unknown']],
  ],
  ['an unknown shipment to print', '/labels', { shipment_ids: [NO_ID] }, [['shipment_ids[0]', 'unknown']]],
  [
    'unknown shipments to cancel',
    '/cancel-order',
    { awbs: ['NOPE', 'NONE'], shipment_ids: ['WHYYB5'] },
    [
      ['awbs[0]', 'unknown'],
      ['awbs[1]', 'unknown'],
      ['shipment_ids[0]', 'unknown'],
    ],
  ],
  ['an unknown parcel', '/reattempt', { awb: 'NOPE' }, [['awb', 'unknown']]],
])('has fields and codes for %s', async (_what, path, payload, expected) => {
  expect(await problemsOf(path, payload)).toEqual(expected);
});

it('has fields and codes for refusals after reading, and for a missing credential', async () => {
  const order = orderBody(warehouseId);
  const post = (payload: object) => mine.post('/forward-order', payload);
  expect((await post(order)).statusCode).toBe(200);
  expect(
    await problemsOf('/forward-order', { ...order, store_name: 'no-such', warehouse_id: NO_ID }),
  ).toEqual([
    ['order_id', 'taken'],
    ['warehouse_id', 'unknown'],
    ['store_name', 'unknown'],
  ]);
  const heavy = orderBody(warehouseId, { weight: 9_999 });
  for (const [field, code] of await problemsOf('/forward-order-orchestration', heavy)) {
    expect([field, code]).toEqual([null, 'no_carrier']);
  }
  expect(await problemsOf('/rates', {}, {})).toEqual([[null, 'unauthenticated']]);
});

it.each([
  ['/reattempt', { awb_code: 'NOPE' }, [['awb_code', 'awb_code NOPE is not a shipment of this account']]],
  [
    '/cancel-order',
    { tracking_numbers: ['', 'NOPE'] },
    [['tracking_numbers[1]', 'NOPE is not a shipment of this account']],
  ],
  [
    '/labels',
    { shipment_ids: [null, NO_ID, NO_ID] },
    [['shipment_ids[1]', `shipment ${NO_ID} is not a shipment of this account`]],
  ],
  [
    '/forward-order-orchestration',
    { courier_id: 'nobody' },
    [['courier_id', 'courier_id nobody is not a carrier of this account']],
  ],
])('names fields as sent also in refusals after reading: %s %j', async (path, sent, expected) => {
  const payload = path.startsWith('/forward') ? { ...orderBody(warehouseId), ...sent } : sent;
  const response = await mine.post(path, payload);
  const { problems = [] } = response.json();
  expect(
    problems.map(({ field, message }: { field: string | null; message: string }) => [field, message]),
  ).toEqual(expected);
});

it('answers for stores with sentences only', async () => {
  const response = await mine.post('/client-stores', {});
  expect(response.json()).toEqual({ errors: ['store_name is required'] });
});

it('shows at most 200 characters of a value, and the whole sentence', async () => {
  const named = 'N'.repeat(100);
  const long = await mine.post('/no-such-path'.padEnd(300, 'a'), {});
  expect(long.json().problems[0].values.path).toHaveLength(200);
  const unknown = (await mine.post('/cancel-order', { awbs: [named] })).json();
  expect(unknown.problems[0]).toMatchObject({ message: unknown.errors[0], values: { named } });
});

it('has the text of an older release without a name', async () => {
  const { shipment_id } = (await mine.post('/forward-order-orchestration', orderBody(warehouseId))).json()
    .payload;
  const shown = async () =>
    (await mine.get(`/shipments/${shipment_id}`)).json().data.attributes.tracking_details;
  const [{ description }] = await shown();
  await test.sql('update tracking_events set description = $2 where shipment_id = $1', [
    shipment_id,
    'Put into a bag',
  ]);
  expect(description).not.toBe('Put into a bag');
  expect(await shown()).toMatchObject([
    {
      description: 'Put into a bag',
      description_details: { template: 'as_written', values: { words: 'Put into a bag' } },
    },
  ]);
});

it.each([
  ['no preference', {}, false],
  ['another preference', { prefer: 'return=minimal' }, false],
  ['the preference', { prefer: 'problems' }, true],
  ['the preference among others', { prefer: 'return=minimal, Problems; x=1' }, true],
  ['a word that begins like the preference', { prefer: 'problemsx' }, false],
] as const)(
  'answers stores with sentences only, or also with problems: %s',
  async (_, preferred, hasProblems) => {
    const headers = { ...mine.headers, ...preferred, 'content-type': 'application/json' };
    const response = await test.app.inject({
      method: 'POST',
      url: `${API}/client-stores`,
      headers,
      payload: {},
    });
    expect(response.statusCode).toBe(422);
    const { errors, ...more } = response.json();
    expect(errors).toEqual(['store_name is required']);
    expect(more).toEqual(
      hasProblems
        ? {
            problems: [
              {
                ...{ field: 'store_name', code: 'required', message: 'store_name is required' },
                ...{ template: 'is_required', values: { field: fieldNamed('store_name') } },
              },
            ],
          }
        : {},
    );
  },
);
