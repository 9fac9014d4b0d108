import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../api/client.ts';
import { findScanned } from './find-scanned.ts';

afterEach(() => vi.restoreAllMocks());

const parcel = (id: string, order: string, changes: object = {}) => ({
  id,
  attributes: {
    ...{
      status: 'ready_for_pickup',
      sub_status: null,
      tracking_number: `AWB-${id}`,
      label_url: `/label-${id}`,
    },
    order: { display_id: order },
    shipping_address: { name: 'Asha Rao' },
    carrier: { name: 'Morpankhi' },
    ...changes,
  },
});
type Parcel = ReturnType<typeof parcel>;

/** Answers the listing: by order id, by search, and for what is handed over. */
function serve(by: { order?: Parcel[]; search?: Parcel[]; handedOver?: Parcel[] }) {
  return vi.spyOn(api, 'POST').mockImplementation((async (_path: string, { body }: { body: object }) => {
    const data = 'handover' in body ? by.handedOver : 'search' in body ? by.search : by.order;
    return { data: { data: data ?? [] } };
  }) as never);
}

it('finds an order id before a tracking number', async () => {
  const asked = serve({ order: [parcel('1', 'A-1')], search: [parcel('2', 'A-12')] });
  expect(await findScanned('A-1')).toEqual({
    ...{
      kind: 'label',
      id: '1',
      order: 'A-1',
      customer: 'Asha Rao',
      carrier: 'Morpankhi',
      label: '/label-1',
    },
  });
  expect(asked).toHaveBeenCalledTimes(2);
  expect(JSON.stringify(asked.mock.calls)).not.toContain('search');
});

it('finds exactly the tracking number among similar ones, in any case', async () => {
  serve({ search: [parcel('12', 'A-1'), parcel('1', 'A-2')] });
  expect(await findScanned('awb-1')).toMatchObject({ kind: 'label', id: '1', order: 'A-2' });
});

it('tells several similar parcels from none', async () => {
  serve({ search: [parcel('12', 'A-1')] });
  expect(await findScanned('AWB')).toEqual({ kind: 'several' });
  serve({});
  expect(await findScanned('AWB')).toEqual({ kind: 'nothing' });
});

it.each([
  ['gone', { status: 'in_transit' }],
  ['gone', { status: 'ready_for_pickup', sub_status: 'picked_up' }],
  ['label', { status: 'ready_for_pickup', sub_status: 'not_picked' }],
  ['unbooked', { status: 'pending', tracking_number: null }],
] as const)('says %s for a parcel with %j', async (kind, changes) => {
  serve({ order: [parcel('1', 'A-1', changes)] });
  expect(await findScanned('A-1')).toMatchObject({ kind });
});

it('says that a parcel is handed over, but not because another parcel of its order is', async () => {
  const [one, other] = [parcel('1', 'A-1'), parcel('2', 'A-1')];
  serve({ order: [one], handedOver: [other] });
  expect(await findScanned('A-1')).toMatchObject({ kind: 'label' });
  serve({ order: [one], handedOver: [other, one] });
  expect(await findScanned('A-1')).toMatchObject({ kind: 'handedOver' });
});
