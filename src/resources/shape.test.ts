import { describe, expect, expectTypeOf, it } from 'vitest';
import { list, listOf, moment, number, object, oneOf, paise, text, wholeNumber } from '../reading/fields.ts';
import { buildRequestReading } from '../reading/request-reading.ts';
import {
  answerSchema,
  changeable,
  nullable,
  part,
  required,
  type ShapeValues,
  shape,
  usual,
} from './shape.ts';

const SHELF = shape({
  shelfName: required(text({ max: 5 }), { api: 'name', column: 'label' }),
  floorNumber: nullable(wholeNumber({ atLeast: 1 })),
  goods: nullable(list(oneOf(['tea', 'spice']), { max: 2 }), { blankClears: false }),
  isOpen: changeable(oneOf(['yes', 'no'])),
});
const OPEN = { shelfName: 'a', floorNumber: 1, goods: ['tea' as const], isOpen: 'yes' as const };

const reading = buildRequestReading({});
const create = (sent: object) => reading.readWith(object(SHELF.create), sent);
const change = (sent: object) => reading.readWith(object(SHELF.change), sent);

describe('a shape', () => {
  it('names its columns by the keys of the code', () => {
    expect(SHELF.selected('s')).toBe(
      's.label as "shelfName", s.floor_number as "floorNumber", s.goods as "goods", s.is_open as "isOpen"',
    );
    expect(SHELF.columns).toBe('label, floor_number, goods, is_open');
    expect(SHELF.parameters(3)).toBe('$3, $4, $5, $6');
    expect(SHELF.assignments(2)).toBe('label = $2, floor_number = $3, goods = $4, is_open = $5');
    expect(SHELF.excluded).toContain('floor_number = excluded.floor_number');
    expect(SHELF.values({ ...OPEN, floorNumber: null })).toEqual(['a', null, ['tea'], 'yes']);
  });

  it('reads a new record without the fields that only a change sets', () => {
    expect(Object.keys(SHELF.create)).toEqual(['name', 'floor_number', 'goods']);
    expect(create({ floor_number: '' }).error?.sentences).toEqual(['name is required']);
    expect(create({ name: 'too long', floor_number: 0 }).error?.sentences).toHaveLength(2);
    expect({ ...SHELF.empty, ...SHELF.created({ name: 'a', goods: undefined }) }).toEqual({
      shelfName: 'a',
      floorNumber: null,
      goods: null,
    });
  });

  it('reads a change in which null clears only a nullable field', () => {
    expect(change({ name: null, is_open: null }).error?.sentences).toHaveLength(2);
    expect(change({ floor_number: null, goods: null }).value).toEqual({ floor_number: null, goods: null });
    expect(change({ floor_number: '', goods: '' }).value).toEqual({ floor_number: null });
    expect(SHELF.given({ floor_number: null, name: undefined })).toEqual({ floorNumber: null });
  });

  it('names differences by the fields of the API', () => {
    expect(SHELF.differences(OPEN, { ...OPEN, goods: ['tea'] })).toEqual({});
    expect(SHELF.differences(OPEN, { ...OPEN, shelfName: 'b', floorNumber: null })).toEqual({
      name: { from: 'a', to: 'b' },
      floor_number: { from: 1, to: null },
    });
    expect(SHELF.set({ shelfName: 'a' })).toEqual({ name: 'a' });
    expect(SHELF.shown(OPEN)).toEqual({ name: 'a', floor_number: 1, goods: ['tea'], is_open: 'yes' });
  });

  it('shows values as answers have them, also in lists and in shapes of shapes', () => {
    const PRICE = shape({ pricePaise: required(paise(), { api: 'price' }), since: nullable(moment()) });
    const OFFER = shape({
      prices: usual(listOf(part(PRICE), { max: 9 }), []),
      first: required(part(PRICE, { answerTitle: 'Price' })),
      share: usual(number(), 0.5),
    });
    const since = new Date('2026-02-28T18:30:00Z');
    const sent = { prices: [{ price: '9.99' }], first: { price: 10, since: '2026-03-01' } };
    const read = OFFER.created(reading.readWith(object(OFFER.create), sent).value as never);
    expect(read).toEqual({
      prices: [{ pricePaise: 999, since: null }],
      first: { pricePaise: 1_000, since },
      share: 0.5,
    });
    expect(OFFER.shown(read)).toEqual({
      prices: [{ price: 9.99, since: null }],
      first: { price: 10, since: since.toISOString() },
      share: 0.5,
    });
    expect(answerSchema(OFFER).properties).toMatchObject({
      prices: { type: 'array', items: { properties: { price: { type: 'number' } } } },
      first: {
        title: 'Price',
        required: ['price', 'since'],
        properties: { since: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] } },
      },
      share: { type: 'number' },
    });
    const wrong = { prices: [{}], first: { price: 'x' } };
    expect(reading.readWith(object(OFFER.create), wrong).error?.problems).toMatchObject([
      { field: 'prices[0].price', code: 'required' },
      { field: 'first.price', code: 'invalid' },
    ]);
  });

  it('has exact types', () => {
    expectTypeOf<ShapeValues<typeof SHELF.fields>>().toEqualTypeOf<{
      readonly shelfName: string;
      readonly floorNumber: number | null;
      readonly goods: ('tea' | 'spice')[] | null;
      readonly isOpen: 'yes' | 'no';
    }>();
    expectTypeOf<keyof ReturnType<typeof SHELF.shown>>().toEqualTypeOf<
      'name' | 'floor_number' | 'goods' | 'is_open'
    >();
  });
});
