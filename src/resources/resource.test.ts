import { describe, expect, expectTypeOf, it } from 'vitest';
import { list, object, oneOf, text, wholeNumber } from '../reading/fields.ts';
import { buildRequestReading } from '../reading/request-reading.ts';
import { changeable, nullable, type ResourceValues, required, resource } from './resource.ts';

const SHELF = resource({
  shelfName: required(text({ max: 5 }), { api: 'name', column: 'label' }),
  floorNumber: nullable(wholeNumber({ atLeast: 1 })),
  goods: nullable(list(oneOf(['tea', 'spice']), { max: 2 }), { blankClears: false }),
  isOpen: changeable(oneOf(['yes', 'no'])),
});
const OPEN = { shelfName: 'a', floorNumber: 1, goods: ['tea' as const], isOpen: 'yes' as const };

const reading = buildRequestReading({});
const create = (sent: object) => reading.readWith(object(SHELF.create), sent);
const change = (sent: object) => reading.readWith(object(SHELF.change), sent);

describe('a resource', () => {
  it('names its columns, with the keys of the code', () => {
    expect(SHELF.selected('s')).toBe(
      's.label as "shelfName", s.floor_number as "floorNumber", s.goods as "goods", s.is_open as "isOpen"',
    );
    expect(SHELF.columns).toBe('label, floor_number, goods, is_open');
    expect(SHELF.parameters(3)).toBe('$3, $4, $5, $6');
    expect(SHELF.assignments(2)).toBe('label = $2, floor_number = $3, goods = $4, is_open = $5');
    expect(SHELF.excluded).toContain('floor_number = excluded.floor_number');
    expect(SHELF.values({ ...OPEN, floorNumber: null })).toEqual(['a', null, ['tea'], 'yes']);
  });

  it('reads a create, without the fields that only a change sets', () => {
    expect(Object.keys(SHELF.create)).toEqual(['name', 'floor_number', 'goods']);
    expect(create({ floor_number: '' }).error?.sentences).toEqual(['name is required']);
    expect(create({ name: 'too long', floor_number: 0 }).error?.sentences).toHaveLength(2);
    expect({ ...SHELF.empty, ...SHELF.created({ name: 'a', goods: undefined }) }).toEqual({
      shelfName: 'a',
      floorNumber: null,
      goods: null,
    });
  });

  it('reads a change, in which null clears a nullable field and no other', () => {
    expect(change({ name: null, is_open: null }).error?.sentences).toHaveLength(2);
    expect(change({ floor_number: null, goods: null }).value).toEqual({ floor_number: null, goods: null });
    expect(change({ floor_number: '', goods: '' }).value).toEqual({ floor_number: null });
    expect(SHELF.given({ floor_number: null, name: undefined })).toEqual({ floorNumber: null });
  });

  it('compares values, by the names of the API', () => {
    expect(SHELF.differences(OPEN, { ...OPEN, goods: ['tea'] })).toEqual({});
    expect(SHELF.differences(OPEN, { ...OPEN, shelfName: 'b', floorNumber: null })).toEqual({
      name: { from: 'a', to: 'b' },
      floor_number: { from: 1, to: null },
    });
    expect(SHELF.set({ shelfName: 'a' })).toEqual({ name: 'a' });
    expect(SHELF.shown(OPEN)).toEqual({ name: 'a', floor_number: 1, goods: ['tea'], is_open: 'yes' });
  });

  it('has exact types', () => {
    expectTypeOf<ResourceValues<typeof SHELF.fields>>().toEqualTypeOf<{
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
