import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../package-root.ts';
import { splitStatements } from './split-statements.ts';

it('splits at semicolons, except in comments, strings, quoted names and function bodies', () => {
  const body = `create function f() returns trigger language plpgsql as $$ begin raise exception 'a;b'; end $$`;
  expect(
    splitStatements(`-- one; two\nselect 'it''s; so', 1 - 2;\n\n${body};\ncreate table "a;b" ();`),
  ).toEqual([`select 'it''s; so', 1 - 2`, body, 'create table "a;b" ()']);
});

it('keeps the whole text of every migration', () => {
  for (const file of readdirSync(MIGRATIONS_FOLDER)) {
    const sql = readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8');
    const text = sql.replaceAll(/^\s*--.*$/gm, '').replaceAll(/[\s;]+/g, '');
    expect([
      file,
      splitStatements(sql)
        .join('')
        .replaceAll(/[\s;]+/g, ''),
    ]).toEqual([file, text]);
  }
});
