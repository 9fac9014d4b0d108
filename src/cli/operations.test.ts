import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandRow } from './command-rows.ts';
import { commandFields, type Operation, operationRequest } from './operations.ts';

const TEXT = { type: 'string' };
const OPERATION: Operation = {
  operation_id: 'changeThing',
  method: 'PUT',
  path: '/things/:thing_id/parts/:part',
  summary: '',
  description: null,
  file: null,
  params: { properties: { thing_id: TEXT, part: TEXT } },
  query: null,
  body: {
    properties: {
      name: TEXT,
      count: { type: 'integer' },
      size: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      code: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      on: { enum: [true, false, 'true'], default: false },
      shown: { enum: [true, false, 'true'], default: true },
      asked: { enum: [true, false, 'true'] },
      kind: { anyOf: [{ enum: ['Road', 'road', 'Air'] }, { enum: ['', null] }] },
      any_kind: { anyOf: [{ enum: ['road'] }, { type: 'string' }] },
      store_ids: { anyOf: [{ type: 'array', items: TEXT }, { type: 'null' }] },
      items: { type: 'array', items: { type: 'object' } },
      more: { type: 'object' },
      settings: { type: 'object', additionalProperties: TEXT },
      logo: { type: 'string', format: 'binary' },
    },
  },
};
const ROW: CommandRow = { words: 'thing set <thing> <part> [count]', operation: 'changeThing' };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-operations-'));
  await writeFile(join(folder, 'secret'), ' hidden \n');
  await writeFile(join(folder, 'logo.png'), 'picture');
});
afterAll(() => rm(folder, { recursive: true }));

function field(name: string, row: CommandRow = ROW, operation = OPERATION) {
  const found = commandFields(operation, row).find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no field ${name}`);
  return found;
}

describe('the fields of a command', () => {
  it('are arguments in the order of its words, and then options', () => {
    const fields = commandFields(OPERATION, ROW);
    expect(fields.slice(0, 4).map((one) => [one.name, one.argument, one.isArgument, one.isRequired])).toEqual(
      [
        ['thing_id', 'thing', true, true],
        ['part', 'part', true, true],
        ['count', 'count', true, false],
        ['name', 'name', false, false],
      ],
    );
  });

  it('take the rest of the path as arguments, even if the words do not name it', () => {
    const fields = commandFields(OPERATION, { ...ROW, words: 'call changeThing' });
    expect(fields.filter(({ isArgument }) => isArgument).map(({ argument }) => argument)).toEqual([
      'thing_id',
      'part',
    ]);
  });

  it('are only those of the row, its arguments and its own options', () => {
    const row = { ...ROW, only: ['name'], more: { extra: TEXT } };
    expect(commandFields(OPERATION, row).map(({ name }) => name)).toEqual([
      ...['thing_id', 'part', 'count', 'name', 'extra'],
    ]);
  });

  it('may be those of an item of a list', () => {
    const body = { properties: { edits: { type: 'array', items: { properties: { cell: TEXT } } } } };
    const operation = { ...OPERATION, params: null, body };
    expect(commandFields(operation, { words: 'edit', operation: '', item: 'edits' })).toMatchObject([
      { name: 'cell' },
    ]);
  });

  it.each([
    ['name', '--name <value>'],
    ['any_kind', '--any-kind <value>'],
    ['on', '--on'],
    ['shown', '--no-shown'],
    ['asked', '--asked <yes|no>'],
    ['store_ids', '--store <value...>'],
    ['settings', '--settings <name=value...>'],
    ['logo', '--logo <file>'],
  ])('have flags: %s is %s', (name, flags) => {
    expect(field(name).flags).toBe(flags);
  });

  it('have another flag if the row says so', () => {
    expect(field('any_kind', { ...ROW, options: { by: 'any_kind' } }).flags).toBe('--by <value>');
  });

  it.each([
    ['kind', ['Road', 'Air']],
    ['any_kind', null],
    ['name', null],
    ['asked', null],
  ])('have choices only if no other word is possible: %s has %j', (name, choices) => {
    expect(field(name).choices).toEqual(choices);
  });
});

describe('a typed word', () => {
  it.each<[string, unknown, unknown]>([
    ['name', '12', '12'],
    ['name', 'none', 'none'],
    ['count', '12', 12],
    ['count', '-1.5', -1.5],
    ['count', 'twelve', 'twelve'],
    ['size', '1.5', 1.5],
    ['size', 'none', null],
    ['size', '', null],
    ['code', '12', '12'],
    ['on', true, true],
    ['asked', 'yes', true],
    ['asked', 'no', false],
    ['asked', 'maybe', 'maybe'],
    ['store_ids', ['a, b', 'c,'], ['a', 'b', 'c']],
    ['store_ids', ['none'], null],
    ['store_ids', ['none', 'a'], ['none', 'a']],
    ['items', ['{"a":1}', '{"b":2}'], [{ a: 1 }, { b: 2 }]],
    ['more', '{"a":1}', { a: 1 }],
    ['settings', ['key=a=b', 'empty=', 'file=@secret'], { key: 'a=b', empty: null, file: 'hidden' }],
  ])('of %s, %j, is sent as %j', async (name, typed, sent) => {
    expect(await field(name).valueOf(typed, folder)).toEqual(sent);
  });

  it.each<[string, unknown, string]>([
    ['more', '{a', '{a is not JSON'],
    ['settings', ['key'], 'key is not name=value'],
    ['settings', ['Key=1'], 'Key=1 is not name=value'],
    ['settings', ['key=@nothing'], 'nothing cannot be read: ENOENT'],
    ['logo', 'nothing.png', 'nothing.png cannot be read: ENOENT'],
    ['logo', '.', 'is a folder: give a file'],
  ])('of %s, %j, is refused: %s', async (name, typed, sentence) => {
    await expect(field(name).valueOf(typed, folder)).rejects.toThrow(sentence);
  });

  it('names a file, which is sent with its name', async () => {
    const file = (await field('logo').valueOf('logo.png', folder)) as File;
    expect([file.name, await file.text()]).toEqual(['logo.png', 'picture']);
  });
});

describe('a request', () => {
  it('has path, query and body where the operation has them', async () => {
    const query = { properties: { tag: { type: 'array' }, page: TEXT } };
    const given = { thing_id: 'a/b', part: 7, tag: ['x', 'y'], page: 2, name: 'Chai' };
    expect(await operationRequest({ ...OPERATION, query }, given, null)).toEqual({
      method: 'PUT',
      path: '/things/a%2Fb/parts/7?tag%5B%5D=x&tag%5B%5D=y&page=2',
      body: '{"name":"Chai"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it.each([
    [{}, '/things?per_page=50'],
    [{ per_page: 3 }, '/things?per_page=3'],
  ])('for a list with %j asks for %s', async (given, path) => {
    const list = { ...OPERATION, method: 'GET', path: '/things', params: null, body: null };
    const query = { properties: { per_page: { type: 'integer' } } };
    expect(await operationRequest({ ...list, query }, given, null)).toEqual({ method: 'GET', path });
  });

  it('without fields has a body only if the operation takes one', async () => {
    const operation = { ...OPERATION, method: 'POST', path: '/things', params: null };
    expect(await operationRequest(operation, {}, null)).toMatchObject({ body: '{}' });
    expect(await operationRequest({ ...operation, body: null }, {}, null)).toEqual({
      method: 'POST',
      path: '/things',
    });
  });

  it.each([
    ['rows.csv', 'text/csv'],
    ['rows.jsonl', 'application/x-ndjson'],
    ['ROWS.NDJSON', 'application/x-ndjson'],
  ])('sends the file %s as %s, and its name as the source', async (name, type) => {
    await writeFile(join(folder, name), 'a,b');
    const operation = { ...OPERATION, method: 'POST', path: '/imports', params: null };
    const query = { properties: { source: TEXT } };
    const { body, ...request } = await operationRequest({ ...operation, query }, {}, join(folder, name));
    expect(request).toEqual({
      method: 'POST',
      path: `/imports?source=${name}`,
      headers: { 'content-type': type },
    });
    expect(await (body as Blob).text()).toBe('a,b');
    const named = await operationRequest({ ...operation, query }, { source: 'mine' }, join(folder, name));
    expect(named.path).toBe('/imports?source=mine');
  });

  it('with a file among its fields is a form', async () => {
    const logo = await field('logo').valueOf('logo.png', folder);
    const given = { thing_id: '1', part: '2', logo, store_ids: ['a', 'b'], name: null };
    const { body } = await operationRequest(OPERATION, given, null);
    const form = body as FormData;
    expect(form.getAll('store_ids')).toEqual(['a', 'b']);
    expect(form.get('name')).toBe('');
    expect(await (form.get('logo') as File).text()).toBe('picture');
  });
});
