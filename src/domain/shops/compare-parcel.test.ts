import { describe, expect, it } from 'vitest';
import { say } from '../../problems/sentence.ts';
import { newShipmentState, type ShipmentState } from '../tracking/state.ts';
import {
  compareParcel,
  type OwnParcel,
  PARCEL_STAGES,
  type ParcelContent,
  type ParcelStage,
  stageOf,
  type WantedParcel,
} from './compare-parcel.ts';

const RAVI = {
  ...{ firstName: 'Ravi', lastName: 'Iyer', phone: '9876500001', email: null, alternatePhone: null },
  ...{ address: '4, Temple Street', address2: null, city: 'Mumbai', pincode: '400001', state: 'Maharashtra' },
  country: 'India',
};
const OURS: ParcelContent = {
  displayId: '1001',
  billing: RAVI as ParcelContent['billing'],
  shipping: null,
  items: [{ name: 'Chai', sku: 'CHAI', units: 2 }],
  codAmountPaise: 129_900,
};
const ADDRESS = { ...OURS, billing: { ...OURS.billing, pincode: '400002', phone: '9876500002' } };
const UNITS = { ...OURS, items: [{ name: 'Chai', sku: 'CHAI', units: 1 }] };
const CASH = { ...OURS, codAmountPaise: 64_950 };

function own(stage: ParcelStage, isFollowed = false, mayBeMadeAgain = false): OwnParcel {
  if (stage === 'missing') return { stage };
  if (stage === 'cancelled') return { stage, mayBeMadeAgain };
  return { stage, content: OURS, isFollowed };
}

/** The step of each stage in a few words: its kind, and what people read. */
function row(wanted: WantedParcel, isFollowed = false): Record<string, string> {
  const cells = PARCEL_STAGES.map((stage) => [stage, stepOf(wanted, own(stage, isFollowed))] as const);
  return Object.fromEntries(cells);
}

function stepOf(wanted: WantedParcel, have: OwnParcel): string {
  const step = compareParcel(wanted, have);
  const said = 'task' in step ? step.task.text : 'why' in step ? step.why.text : '';
  const action = 'action' in step && step.action !== null ? ` [${step.action}]` : '';
  return said === '' ? step.kind : `${step.kind}: ${said}${action}`;
}

const ship = (content: ParcelContent): WantedParcel => ({ kind: 'ship', content });
const CHANGED = 'It changed in the shop after it was booked: ';
const COMES_BACK =
  'decide: It comes back, but the shop still wants it shipped: send it again, or cancel it in the shop';
const CANCELLED_HERE =
  'decide: It was cancelled here, but the shop still wants it shipped: ship it again, or cancel it in the shop [ship_again]';
const AROUND = { missing: 'make', unbooked: 'change', cancelled: CANCELLED_HERE, coming_back: COMES_BACK };

describe('a parcel that the shop wants shipped', () => {
  it('is made, or is as it should be', () => {
    expect(row(ship(OURS))).toEqual({
      ...AROUND,
      ...{ booked: 'done', picked_up: 'done', delivered: 'done', over: 'done' },
    });
  });

  it('is made again if nobody here has cancelled it', () => {
    expect(stepOf(ship(OURS), own('cancelled', false, true))).toBe('make_again');
    expect(stepOf(ship(OURS), own('cancelled', true, true))).toBe('make_again');
  });

  it('is left as it is if it differs since the last comparison only by what was changed here', () => {
    expect(row(ship(ADDRESS), true)).toEqual({
      ...AROUND,
      unbooked: 'keep',
      ...{ booked: 'keep', picked_up: 'keep', delivered: 'keep', over: 'keep' },
    });
  });

  it.each([
    [
      'another address',
      ADDRESS,
      'its address is another one (billing_phone, billing_pincode)',
      'change_at_courier',
      'done',
    ],
    [
      'other cash',
      CASH,
      'collect Rs 649.50 instead of Rs 1,299: ask the courier',
      'change_at_courier',
      'cash',
    ],
    ['other units', UNITS, 'its units are others (1 instead of 2 of CHAI)', 'decide', 'done'],
  ])(
    'with %s is changed where that is possible, or a person reads what differs',
    (_, content, said, booked, over) => {
      expect(row(ship(content))).toEqual({
        ...AROUND,
        booked: `${booked}: ${CHANGED}${said} [cancel_shipment]`,
        picked_up: `decide: ${CHANGED}${said}`,
        delivered: over === 'cash' ? `decide: ${CHANGED}${said}` : 'done',
        over: 'done',
      });
    },
  );

  it('names all that differs', () => {
    const all = { ...ADDRESS, items: [{ name: 'Cup', sku: null, units: 3 }], codAmountPaise: 0 };
    expect(stepOf(ship(all), own('picked_up'))).toBe(
      `decide: ${CHANGED}its units are others (0 instead of 2 of CHAI, 3 instead of 0 of Cup), its address is another one (billing_phone, billing_pincode), collect Rs 0 instead of Rs 1,299: ask the courier`,
    );
  });

  it.each([129_901, 129_899, null])('does not differ by cash of %s', (codAmountPaise) => {
    expect(stepOf(ship({ ...OURS, codAmountPaise }), own('booked'))).toBe('done');
  });

  it.each([
    ['1001', '1001', null],
    ['1001', '1001-R2', null],
    ['1001-2', '1001-2-my-store', null],
    ['100', '1001', 'its number is 100 instead of 1001'],
    ['B-7', '1001-R2', 'its number is B-7 instead of 1001-R2'],
    // It was cut for our id.
    ['1'.repeat(41), '1'.repeat(30), null],
  ])('has the number %s in the shop, and %s here: %s', (displayId, ours, said) => {
    const have = { ...own('booked'), content: { ...OURS, displayId: ours } } as OwnParcel;
    const expected = said === null ? 'done' : `decide: ${CHANGED}${said} [cancel_shipment]`;
    expect(stepOf(ship({ ...OURS, displayId }), have)).toBe(expected);
  });

  it('is paid by its cash once it was delivered', () => {
    expect(stepOf(ship({ ...OURS, codAmountPaise: 0 }), own('delivered'))).toBe('done');
  });
});

it('has a person correct it first, or decide what follows', () => {
  const why = say('test_of_pincode', 'billing_pincode must be a 6-digit pincode');
  const cannot = `decide: It changed in the shop, but our order cannot follow: ${why.text}`;
  const others = { missing: 'ask', cancelled: 'keep', delivered: 'done', over: 'done' };
  expect(row({ kind: 'unclear', why })).toEqual({
    ...others,
    ...{ unbooked: cannot, booked: `${cannot} [cancel_shipment]` },
    ...{ picked_up: cannot, coming_back: cannot },
  });
  const kept = { unbooked: 'keep', booked: 'keep', picked_up: 'keep', coming_back: 'keep' };
  expect(row({ kind: 'unclear', why }, true)).toEqual({ ...others, ...kept });
});

it.each([true, false])(
  'waits while the shop holds it, and an order of it is not booked: %s',
  (isFollowed) => {
    const why = 'The shop has put it on hold, or waits for its payment';
    expect(row({ kind: 'hold' }, isFollowed)).toEqual({
      missing: `wait: ${why}`,
      unbooked: `hold: ${why}`,
      cancelled: 'keep',
      booked: `decide: ${why}, but a courier has it: cancel the shipment, or ship it anyway [cancel_shipment]`,
      picked_up: `decide: ${why}, but the courier has picked it up: have it brought back, or let it be delivered [return_to_origin]`,
      ...{ coming_back: 'done', delivered: 'done', over: 'done' },
    });
  },
);

describe('a parcel that the shop does not want', () => {
  const rest = {
    unbooked: 'cancel',
    cancelled: 'done',
    coming_back: 'done',
    delivered: 'done',
    over: 'done',
  };
  const back = 'but the courier has picked it up: have it brought back, or let it be delivered';

  it('is cancelled, or a person decides', () => {
    const why = say('cancelled_in_shop', 'It was cancelled in the shop');
    expect(row({ kind: 'none', because: 'cancelled', why })).toEqual({
      ...rest,
      missing: `skip: ${why.text}`,
      booked: `decide: ${why.text} after it was booked: cancel the shipment, or ask the courier to bring it back [cancel_shipment]`,
      picked_up: `decide: ${why.text}, ${back} [return_to_origin]`,
    });
  });

  it('has another reason', () => {
    const why = say('not_wanted_any_more', 'The shop does not want it shipped any more');
    expect(row({ kind: 'none', because: 'unwanted', why })).toEqual({
      ...rest,
      missing: `skip: ${why.text}`,
      booked: `decide: ${why.text}, but a courier has it: cancel the shipment, or ship it anyway [cancel_shipment]`,
      picked_up: `decide: ${why.text}, ${back} [return_to_origin]`,
    });
  });

  it('is left alone once it is on its way, because merchants also mark what we ship as sent', () => {
    const why = say('shipped_without_us', 'It was shipped without us');
    expect(row({ kind: 'none', because: 'sent', why })).toEqual({
      ...rest,
      ...{ missing: `skip: ${why.text}`, booked: 'done', picked_up: 'done' },
    });
  });
});

describe('the stage of a shipment', () => {
  const of = (state: Partial<ShipmentState>, bookingId: string | null = 'b1') =>
    stageOf({ ...newShipmentState(0), ...state }, bookingId);

  it.each([
    ['unbooked', of({}, null)],
    ['booked', of({ status: 'ready_for_pickup' })],
    ['booked', of({ status: 'pending' })],
    ['cancelled', of({ status: 'cancelled', phase: 'withdrawn' })],
    ['cancelled', of({ status: 'rejected', phase: 'withdrawn' }, null)],
    ['picked_up', of({ status: 'in_transit', phase: 'moving' })],
    ['picked_up', of({ status: 'ndr_raised', phase: 'moving' })],
    ['coming_back', of({ status: 'rto_in_transit', phase: 'moving' })],
    ['coming_back', of({ status: 'rto_need_attention', phase: 'moving' })],
    ['delivered', of({ status: 'delivered', phase: 'final' })],
    ['over', of({ status: 'rto_delivered', phase: 'final' })],
    ['over', of({ status: 'lost', phase: 'moving' })],
    ['over', of({ status: 'externally_fulfilled', phase: 'withdrawn' }, null)],
  ])('is %s', (stage, found) => {
    expect(found).toBe(stage);
  });
});
