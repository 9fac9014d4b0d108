import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Each layer has files for every noun, so files of several layers may have the same name. */
const LAYERS = ['domain', 'storage', 'usecases', 'http'];
/** Names that every folder may use: codes of a courier, filters of a list, the schedule of retries. */
const ONE_A_FOLDER = ['codes.ts', 'filters.ts', 'retry-schedule.ts', 'index.ts'];

/** Stand-ins of couriers are left out: each does the same for another courier, so they may share names. */
const files = ['src', 'simulators/demo'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`),
);

function repeated(named: readonly (readonly [name: string, file: string])[]): string[] {
  const filesOf = new Map<string, Set<string>>();
  for (const [name, file] of named) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
  return [...filesOf].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(', ')}`);
}

function layerOf(file: string): string {
  const [, room = ''] = file.split('/');
  return LAYERS.includes(room) ? room : 'other';
}

describe('names in the source', () => {
  it('belong to only one file of a layer', () => {
    const named = files
      .filter((file) => !ONE_A_FOLDER.includes(basename(file)))
      .map((file) => [`${layerOf(file)} ${basename(file)}`, file] as const);
    expect(named.length).toBeGreaterThan(500);
    expect(repeated(named)).toEqual([]);
  });

  it('belong to only one exported function', () => {
    const named = files.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(
        ([, name = '']) => [name, file] as const,
      ),
    );
    expect(named.length).toBeGreaterThan(1_000);
    expect(repeated(named).filter((one) => one !== 'main: src/cli.ts, src/main.ts')).toEqual([]);
  });
});
