import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMedusaOrder } from './medusa-order.ts';

/** Answers of Medusa 2.21.2 to `ORDER_FIELDS`, without fields that nobody reads. */
const RECORDED = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/medusa-orders.json', import.meta.url), 'utf8'),
);

// biome-ignore lint/suspicious/noExplicitAny: a recorded answer may be changed anywhere
function read(name: string, change: (order: any) => unknown = () => undefined, places = new Map()) {
  const order = structuredClone(RECORDED[name]);
  change(order);
  const read = readMedusaOrder(order, places);
  if ('template' in read) throw new Error(read.text);
  return read;
}

const unitsOf = ({ parcels }: ReturnType<typeof read>) =>
  parcels.map(({ items }) => items.map(({ sku, units }) => `${units} ${sku}`));

describe('an order of Medusa', () => {
  it('is read in paise and grams, without items that are not shipped', () => {
    const order = read('placed');
    expect(order).toMatchObject({
      state: 'open',
      currency: 'INR',
      payment: { method: 'pp_system_default', outstandingPaise: 141_303 },
      chargesPaise: 5_841,
      recipient: null,
      buyer: { firstName: 'Ravi', phone: '+919876500001', pincode: '560001', country: 'IN' },
    });
    expect(order.parcels).toHaveLength(1);
    expect(order.parcels[0]?.items).toMatchObject([
      { name: 'Masala chai 250 g - S', units: 2, totalPaise: 47_198, gramsEach: 250, size: { length: 10 } },
      // The weight and the HSN code are the product's.
      { sku: 'CHAI-L', units: 1, totalPaise: 76_582, gramsEach: 300, hsn: '0902', size: null, taxRate: '18' },
    ]);
  });

  it('keeps its parcels after our fulfilment, and gets a parcel for an added item', () => {
    const before = read('placed');
    const after = read('sent by us');
    expect(unitsOf(after)).toEqual(unitsOf(before));
    expect(after.parcels[0]?.parcelKey).toBe(before.parcels[0]?.parcelKey);
    const added = read('added to after it was sent');
    expect(unitsOf(added)).toEqual([['2 CHAI-S', '1 CHAI-L'], ['3 CHAI-S']]);
    expect(added.parcels[1]?.parcelKey).toBe(`${before.parcels[0]?.parcelKey}/2`);
    expect(added.state).toBe('open');
  });

  it('is not read while it lists a line twice: two changes at the same moment doubled it', () => {
    const doubled = structuredClone(RECORDED.placed);
    doubled.items.push(structuredClone(doubled.items[0]));
    doubled.summary.pending_difference *= 2;
    expect(readMedusaOrder(doubled, new Map())).toMatchObject({ template: 'lists_line_twice' });
  });

  it('has no second parcel while our fulfilment is not yet counted in the order', () => {
    const early = read('sent by us', (order) => {
      for (const { detail } of order.items) detail.fulfilled_quantity = 0;
      order.updated_at = order.created_at;
    });
    expect(unitsOf(early)).toEqual([['2 CHAI-S', '1 CHAI-L']]);
  });

  it('is open again when our fulfilment is cancelled', () => {
    const order = read('sent by us', ({ fulfillments, items }) => {
      for (const { detail } of items) detail.fulfilled_quantity = 0;
      fulfillments[0].canceled_at = '2026-11-26T19:30:00.000Z';
    });
    expect(order.parcels).toEqual(
      read('placed').parcels.map((parcel) => ({ ...parcel, items: expect.anything() })),
    );
  });

  it('is done when others have shipped it, and has the rest of what they have shipped in part', () => {
    expect(read('sent by others')).toMatchObject({ state: 'done', parcels: [] });
    const part = read('partly sent by others');
    expect(part.state).toBe('open');
    expect(part.parcels[0]?.items.map(({ totalPaise }) => totalPaise).sort()).toEqual([23_599, 76_582]);
  });

  it('has the service that was chosen for each parcel, after its discount', () => {
    const option = { provider_id: 'dakiya_dakiya', data: { id: 'express' } };
    const chosenWith = (change: object, of: object = option) =>
      read('placed', ({ shipping_methods: [method] }) => {
        Object.assign(method, { amount: 120, raw_amount: { value: '120' }, ...change });
        Object.assign(method.shipping_option, of);
      });
    const { parcels, chosenServices } = chosenWith({ adjustments: [{ amount: 20 }] });
    expect(chosenServices).toEqual([
      { code: 'express', pricePaise: 10_000, parcelKey: parcels[0]?.parcelKey },
    ]);
    expect(chosenWith({}).chosenServices).toMatchObject([{ pricePaise: 12_000 }]);
    expect(chosenWith({}, { ...option, provider_id: 'manual_manual' }).chosenServices).toBeUndefined();
    expect(chosenWith({}, { ...option, data: null }).chosenServices).toBeUndefined();
    expect(read('placed').chosenServices).toBeUndefined();
  });

  it('has a parcel for each place and shipping option', () => {
    const [line] = RECORDED.placed.items;
    const { parcels } = read('placed', undefined, new Map([[line.id, 'sloc_mumbai']]));
    expect(parcels.map(({ locationKey }) => locationKey)).toContain('sloc_mumbai');
    expect(parcels).toHaveLength(2);
  });

  it.each([
    ['cancelled', () => undefined, 'cancelled'],
    ['placed', set({ status: 'completed' }), 'done'],
    ['placed', set({ status: 'draft' }), 'waiting'],
    ['placed', set({ payment_collections: [] }), 'waiting'],
    ['paid', () => undefined, 'open'],
    ['paid', set({ payment_collections: [] }), 'open'],
    // An edit cancels the payment: an authorisation has ended, and cash is still to be collected.
    ['placed', (order) => cancelPayment(order, 'pp_system_default'), 'open'],
    ['placed', (order) => cancelPayment(order, 'pp_card'), 'waiting'],
    // biome-ignore lint/suspicious/noExplicitAny: a recorded answer may be changed anywhere
  ] satisfies [string, (order: any) => unknown, string][])('has a state: %s', (name, change, state) => {
    expect(read(name, change).state).toBe(state);
  });

  it('is paid once its payment is captured, also when the shop owes the customer', () => {
    expect(read('paid').payment.outstandingPaise).toBe(0);
    const refunded = read('placed', ({ summary }) => {
      summary.raw_pending_difference.value = '-100';
    });
    expect(refunded.payment.outstandingPaise).toBe(0);
  });

  it('is authorised by a gateway until it is captured and costs more', () => {
    const by = (provider: string, change: object = {}) =>
      read('placed', (order) => {
        Object.assign(order.payment_collections[0].payments[0], { provider_id: provider, ...change });
      }).payment;
    expect(by('pp_card')).toEqual({ method: 'pp_card', outstandingPaise: 141_303, isAuthorised: true });
    expect(by('pp_card', { captured_at: '2026-11-26T19:30:00.000Z' }).isAuthorised).toBe(false);
    expect(by('pp_card', { canceled_at: '2026-11-26T19:30:00.000Z' }).isAuthorised).toBe(false);
    // Its provider takes no money, so nothing is authorised.
    expect(by('pp_system_default').isAuthorised).toBe(false);
  });

  it.each([
    ['pickup', 'fetched'],
    ['pick-up', 'fetched'],
    ['shipping', undefined],
    ['pickup point', undefined],
  ])('has a parcel by a fulfilment set of the type %s', (type, without) => {
    const order = read('placed', ({ shipping_methods: methods }) => {
      methods[0].shipping_option.service_zone.fulfillment_set.type = type;
    });
    expect([order.state, ...order.parcels.map((parcel) => parcel.without)]).toEqual(['open', without]);
  });

  it('has a parcel that is fetched beside one that is shipped', () => {
    const order = read('placed', ({ shipping_methods: methods, items }) => {
      const [shipped] = methods;
      const zone = { fulfillment_set: { type: 'pickup', location: { id: 'sloc_2' } } };
      const option = { shipping_profile_id: 'sp_2', service_zone: zone };
      methods.push({ ...shipped, shipping_option_id: 'so_2', shipping_option: option });
      items[0].variant.product.shipping_profile = { id: 'sp_2' };
    });
    const ways = order.parcels.map(({ parcelKey, without }) => [parcelKey.split('@')[0], without]);
    expect(ways).toContainEqual(['so_2', 'fetched']);
    expect(ways.filter(([, without]) => without === undefined)).toHaveLength(1);
  });

  it('has the price of parcels of others', () => {
    expect(read('placed').elsewherePaise).toBe(0);
    expect(read('sent by us').elsewherePaise).toBe(0);
    expect(read('sent by others').elsewherePaise).toBe(47_198 + 76_582);
    expect(read('partly sent by others').elsewherePaise).toBe(23_599);
  });

  it('has the note and the GSTIN of its metadata, and the options of its lines', () => {
    const order = read('placed', (sent) => {
      sent.metadata = { note: 'Ring <b>twice</b>', _internal: 'x' };
      sent.billing_address = { ...sent.billing_address, metadata: { gstin: '27ABCDE1234F1Z0' } };
      sent.items[0].metadata = { Engraving: 'Asha', _cart: 'x', nested: { a: 1 } };
    });
    expect(order).toMatchObject({ note: 'Ring twice', gstin: '27ABCDE1234F1Z0' });
    const options = order.parcels.flatMap(({ items }) => items.map((item) => item.options));
    expect(options.filter((one) => one !== undefined)).toEqual(['Engraving: Asha']);
    expect(read('placed')).not.toHaveProperty('note');
  });

  it('is read without addresses and with a state code, and refused without required fields', () => {
    const bare = read('placed', (order) => {
      order.billing_address = null;
      order.shipping_address = null;
    });
    expect(bare).toMatchObject({ recipient: null, buyer: { address1: '', pincode: '' } });
    const coded = read('placed', ({ shipping_address: address }) =>
      Object.assign(address, { province: 'in-ka' }),
    );
    expect(coded.recipient).toMatchObject({ state: 'in-ka' });
    for (const sent of [null, 'text', [], {}, { id: 'order_1' }])
      expect(readMedusaOrder(sent, new Map())).toMatchObject({
        text: expect.stringMatching(/^It has no/),
      });
    const { summary: _, ...without } = RECORDED.placed;
    expect(readMedusaOrder(without, new Map())).toMatchObject({ text: 'It has no total' });
  });
});

const set = (fields: object) => (order: object) => Object.assign(order, fields);

// biome-ignore lint/suspicious/noExplicitAny: a recorded answer may be changed anywhere
function cancelPayment(order: any, provider: string) {
  const [payment] = order.payment_collections[0].payments;
  Object.assign(payment, { canceled_at: order.created_at, provider_id: provider });
}
