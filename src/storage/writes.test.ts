import { describe, expect, it } from 'vitest';
import {
  insertOneByOne,
  insertTogether,
  joinWrites,
  type RowsInsert,
  type RowsWrite,
  splitWrites,
  type Write,
  type WriteShape,
} from './writes.ts';

const PARCEL: WriteShape = {
  name: 'parcel',
  texts: [
    'insert into a (account, x, y) values ($1, $2, $3)',
    'insert into b (account, y) select $1, $3 where $1 is not null',
  ],
};
const LABEL: WriteShape = { name: 'label', texts: ['insert into c values ($1, $2, $10)'] };

const ITEMS: RowsInsert = {
  name: 'items',
  table: 'd',
  alike: { account_id: '$1', x: '$2' },
  each: { name: 'text', units: 'integer' },
  ending: 'returning name',
};

function items(x: number, ...names: string[]): RowsWrite {
  return { insert: ITEMS, parameters: [x], rows: names.map((name) => ({ name })) };
}

function inOneLine<T extends { readonly statement: { readonly text: string } }>({ statement, ...rest }: T) {
  return { ...rest, text: statement.text.replaceAll(/\s+/g, ' ').trim() };
}

function parcel(x: number, y: number): Write {
  return { shape: PARCEL, parameters: [x, y] };
}

function label(...parameters: number[]): Write {
  return { shape: LABEL, parameters };
}

describe('writes', () => {
  it('are joined into one statement with the parameters one after the other', () => {
    const { statement, parameters } = joinWrites([parcel(1, 2), label(3, 4, 5, 6, 7, 8, 9, 10, 11)]);
    expect(statement.text).toBe(
      'with part_1 as (insert into a (account, x, y) values ($1, $2, $3)), ' +
        'part_2 as (insert into b (account, y) select $1, $3 where $1 is not null) ' +
        'insert into c values ($1, $4, $12)',
    );
    expect(parameters).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('of one text stay unchanged', () => {
    expect(joinWrites([{ shape: { name: 'one', texts: ['insert $1, $2'] }, parameters: [7] }])).toMatchObject(
      {
        statement: { text: 'insert $1, $2' },
        parameters: [7],
      },
    );
  });

  it('with the same shapes have the same statement name, whatever the values', () => {
    const nameOf = (...writes: Write[]) => joinWrites(writes).statement.name;
    const both = nameOf(parcel(1, 2), label(1));
    expect(nameOf(parcel(8, 9), label(2))).toBe(both);
    const others = [nameOf(label(1), parcel(1, 2)), nameOf(label(1)), nameOf(parcel(1, 2), parcel(1, 2))];
    expect(new Set([both, ...others]).size).toBe(4);
    expect(both.length).toBeLessThan(64);
  });

  it('are refused if there are none', () => {
    expect(() => joinWrites([])).toThrow('nothing to write');
  });

  it('are split into one statement for each text, with only the parameters that it uses', () => {
    expect(splitWrites([parcel(1, 2), label(3, 4, 5, 6, 7, 8, 9, 10, 11)])).toEqual([
      {
        statement: { name: 'parcel-0', text: 'insert into a (account, x, y) values ($1, $2, $3)' },
        parameters: [1, 2],
      },
      {
        statement: {
          name: 'parcel-1',
          text: 'insert into b (account, y) select $1, $2 where $1 is not null',
        },
        parameters: [2],
      },
      { statement: { name: 'label-0', text: 'insert into c values ($1, $2, $3)' }, parameters: [3, 11] },
    ]);
  });

  it('of rows pass all rows as one parameter', () => {
    expect(inOneLine(joinWrites([parcel(1, 2), items(3, 'tea', 'salt'), label(4)]))).toEqual({
      text:
        'with part_1 as (insert into a (account, x, y) values ($1, $2, $3)), ' +
        'part_2 as (insert into b (account, y) select $1, $3 where $1 is not null), ' +
        'part_3 as (insert into d (account_id, x, name, units) select $1, $4, name, units ' +
        'from json_to_recordset($5) as r (name text, units integer) returning name) ' +
        'insert into c values ($1, $6, $14)',
      parameters: [1, 2, 3, '[{"name":"tea"},{"name":"salt"}]', 4],
    });
  });

  it('of rows are split into one statement for each row', () => {
    const text =
      'insert into d (account_id, x, name, units) values ($1, $2, $3::text, $4::integer) returning name';
    expect(splitWrites([items(3, 'tea', 'salt'), items(5)]).map(inOneLine)).toEqual([
      { text, parameters: [3, 'tea', null] },
      { text, parameters: [3, 'salt', null] },
    ]);
  });

  it('of rows that name their own account use parameters from $1 on', () => {
    const write: RowsWrite = {
      insert: { name: 'told', table: 'e', alike: { at: '$1' }, each: { account_id: 'uuid' } },
      parameters: [7],
      rows: [{ account_id: 'a' }],
    };
    expect(inOneLine(insertTogether(write))).toEqual({
      text: 'insert into e (at, account_id) select $1, account_id from json_to_recordset($2) as r (account_id uuid)',
      parameters: [7, '[{"account_id":"a"}]'],
    });
    expect(insertOneByOne(write).map(inOneLine)).toEqual([
      { text: 'insert into e (at, account_id) values ($1, $2::uuid)', parameters: [7, 'a'] },
    ]);
  });
});
