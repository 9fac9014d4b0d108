import { expect, it } from 'vitest';
import { carrierOf, rateCardOf, rulesOf, shippedGround } from '../../../test/support/rates.ts';
import { listAccountCarriers } from './account-carriers.ts';
import { NO_ROWS } from './book-rows.ts';
import { compileDefaultBook } from './compile-rate-book.ts';

const ground = shippedGround();
const { directory } = ground;

it('lists carriers by name with what they take, the pincodes that they serve, and why they are not offered', () => {
  const serviceability = rulesOf([
    { carrierId: 'on', areaKind: 'state', area: 'KA', cod: false },
    { carrierId: 'on', areaKind: 'pincode', area: '560001', cod: true, reverse: false },
  ]);
  const book = compileDefaultBook(
    ground,
    {
      ...NO_ROWS,
      carriers: [
        carrierOf({ id: 'on', name: 'Zebra Air', transitDays: [1, 2, 3, 4, 6] }),
        carrierOf({ id: 'off', name: 'Antelope Surface', courierName: 'Antelope Couriers' }),
        carrierOf({ id: 'bare', name: 'Bear 500 g' }),
        carrierOf({ id: 'del', name: 'Delhivery', adapter: 'delhivery' }),
      ],
      rateCards: [
        rateCardOf({ carrierId: 'on', qcFeePaise: null }),
        rateCardOf({ carrierId: 'off' }),
        rateCardOf({ carrierId: 'del', reverse: null }),
      ],
      carrierSettings: [{ carrierId: 'off', offered: false, markup: 0, besideCouriers: false }],
      serviceability,
    },
    1,
  );
  const listed = listAccountCarriers(book);
  expect(listed.map(({ carrier: { id }, ...one }) => ({ id, ...one }))).toMatchObject([
    {
      ...{ id: 'off', courierName: 'Antelope Couriers', courier: null, hasRateCard: true },
      ...{ notOfferedReason: 'switched_off', notOffered: { text: 'is switched off for this account' } },
      ...{ takesReturns: false, checksQuality: false },
    },
    { id: 'bare', courierName: 'Bear', hasRateCard: false, notOfferedReason: 'no_rate_card' },
    { id: 'del', courier: 'delhivery', notOfferedReason: 'not_connected', takesReturns: false },
    {
      ...{ id: 'on', courierName: 'Zebra', courier: null, isSample: false, hasRateCard: true },
      ...{ notOfferedReason: null, notOffered: null, takesReturns: true, checksQuality: false },
      transitDays: { zone_a: 1, zone_b: 2, zone_c: 3, zone_d: 4, zone_e: 6 },
    },
  ]);
  const all = directory.size;
  const ofKarnataka = [...directory.stateOf].filter(
    (state) => state === directory.stateOf[directory.placeOf('560001')],
  ).length;
  expect(listed.at(-1)?.pincodesServed).toEqual({
    ...{ pickup: all, prepaid: all, reverse: all - 1 },
    cod: all - ofKarnataka + 1,
  });
  expect(listed[0]?.pincodesServed).toEqual({ pickup: all, prepaid: all, cod: all, reverse: all });
});

it('lists an offline carrier as a sample while a connected courier has no price', () => {
  const couriers = [{ courier: 'delhivery', courierAccountId: 'own', isRemoved: false }];
  const rows = {
    ...NO_ROWS,
    carriers: [carrierOf({ id: 'off' }), carrierOf({ id: 'del', adapter: 'delhivery' })],
    rateCards: [rateCardOf({ carrierId: 'off' })],
    couriers,
  };
  const isSample = (more: string[]) =>
    listAccountCarriers(
      compileDefaultBook(
        ground,
        { ...rows, rateCards: [...rows.rateCards, ...more.map((carrierId) => rateCardOf({ carrierId }))] },
        1,
      ),
    ).map((one) => one.isSample);
  expect(isSample([])).toEqual([false, true]);
  expect(isSample(['del'])).toEqual([false, false]);
});
