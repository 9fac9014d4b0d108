import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../package-root.ts';
import { withInlineEnumValues } from './inline-enum-values.ts';
import { type Migration, readMigrations } from './migrate.ts';

function migration(number: number, sql: string): Migration {
  return { number, name: `${number}.sql`, sql, checksum: `${number}`, needs: 0 };
}

const MADE = migration(1, "create type fruit as enum ('apple');\ncreate table basket (kind fruit);");
const ADDED = migration(
  2,
  "-- More fruit.\nalter type fruit add value 'banana';\nalter type fruit add value 'plum';\n",
);

describe('migrations for one transaction', () => {
  it('create an enum with all its words in order, and add no word later', () => {
    const [made, added] = withInlineEnumValues([MADE, ADDED]);
    expect(made?.sql).toBe(
      "create type fruit as enum ('apple', 'banana', 'plum');\ncreate table basket (kind fruit);",
    );
    expect(added?.sql.replace(/\s+/g, ' ').trim()).toBe('-- More fruit.');
    expect([made?.checksum, added?.checksum]).toEqual(['1', '2']);
  });

  it('add words to an enum that exists already', () => {
    expect(withInlineEnumValues([ADDED])).toEqual([ADDED]);
  });

  it('add no word later in any migration of this release', async () => {
    const ours = await readMigrations(join(PACKAGE_ROOT, 'migrations'));
    const words = (migrations: readonly Migration[]) =>
      migrations.flatMap(({ sql }) => [...sql.matchAll(/^alter type .* add value/gm)]).length;
    expect(words(ours)).toBeGreaterThan(5);
    expect(words(withInlineEnumValues(ours))).toBe(0);
    expect(readFileSync(join(PACKAGE_ROOT, 'migrations/0001-accounts-and-stores.sql'), 'utf8')).toBe(
      ours[0]?.sql,
    );
  });
});
