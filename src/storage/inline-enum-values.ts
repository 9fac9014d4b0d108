const CREATE = /create type (\w+) as enum \(([^)]*)\)/g;
const ADD = /^alter type (\w+) add value ('[^']+');$/gm;

/**
 * Returns migrations that can run in one transaction: each value of an enum is created together with its
 * type. Before version 17, PostgreSQL accepts no row with an enum value that the same transaction has added,
 * even if it also created the type.
 */
export function withInlineEnumValues<M extends { readonly sql: string }>(migrations: readonly M[]): M[] {
  const made = new Set(migrations.flatMap(({ sql }) => [...sql.matchAll(CREATE)].map(([, type]) => type)));
  const added = new Map<string, string[]>();
  for (const { sql } of migrations) {
    for (const [, type = '', word = ''] of sql.matchAll(ADD)) {
      added.set(type, [...(added.get(type) ?? []), word]);
    }
  }
  return migrations.map((migration) => ({
    ...migration,
    sql: migration.sql
      .replace(CREATE, (_, type: string, words: string) => {
        const all = [words.trim(), ...(added.get(type) ?? [])];
        return `create type ${type} as enum (${all.join(', ')})`;
      })
      .replace(ADD, (statement, type: string) => (made.has(type) ? '' : statement)),
  }));
}
