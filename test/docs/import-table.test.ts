import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const EVERYTHING = 'everything';
const [FOLDERS = [], PACKAGES = []] = tables(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'));

/** The tables of ARCHITECTURE.md about imports, as rows of names. */
function tables(text: string): (readonly [readonly string[], readonly string[]])[][] {
  return ['| Folder | May import |', '| Package | Known only to |'].map((heading) => {
    const rows = text.slice(text.indexOf(heading)).split('\n').slice(2);
    return rows
      .slice(
        0,
        rows.findIndex((row) => !row.startsWith('|')),
      )
      .map((row) => {
        const [, left = '', right = ''] = row.split('|');
        return [names(left), right.includes(EVERYTHING) ? [EVERYTHING] : names(right)];
      });
  });
}

function names(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** The folder below `src/` of a file, or its own name if it is in none; of simulators, both folders. */
function roomOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  return top === 'src' ? folder : `${top}/${folder}`;
}

interface Import {
  readonly file: string;
  readonly room: string;
  /** The folder, or the package name without the part below it. */
  readonly from: string;
  readonly specifier: string;
  readonly isOwn: boolean;
}

/** Biome writes each import in one way, so a pattern finds them all. */
const SPECIFIER = /(?:^(?:import|export)\s|^\} |import\()(?:[^'"`;]*?from\s)?['"]([^'"]+)['"]/gm;

/** An import of a simulator that runs as soon as its file is loaded. */
const AT_ONCE = /^(?:import|export) (?!type )[^;]*'[./]+\/simulators\/[^']*';$/m;

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(SPECIFIER)].map(([, specifier = '']) => {
    const isOwn = specifier.startsWith('.');
    const from = isOwn
      ? roomOf(posix.join(posix.dirname(file), specifier))
      : specifier.startsWith('@')
        ? (specifier.split('/')[0] ?? '').slice(1)
        : (specifier.split('/')[0] ?? '');
    return { file, room: roomOf(file), from, specifier, isOwn };
  });
}

/** The rule that an import breaks, in a sentence; null if it is allowed. */
function trouble({ file, room, from, isOwn }: Import): string | null {
  if (isOwn && from === room) return null;
  if (isOwn) {
    const row = FOLDERS.find(([folders]) => folders.includes(room));
    if (row === undefined) return `${room} has no row in the table of ARCHITECTURE.md`;
    const [, allowed] = row;
    return allowed.includes(EVERYTHING) || allowed.includes(from) ? null : `${file} imports ${from}`;
  }
  if (room === 'domain' && from !== 'luxon' && from !== 'libphonenumber-js') {
    return `${file} imports ${from}: domain is pure`;
  }
  const known = PACKAGES.find(([packages]) => packages.includes(from))?.[1];
  return known === undefined || known.includes(room) ? null : `${file} imports ${from}`;
}

/** The package's whole name, as in package.json; null for Node.js modules. */
function packageOf({ specifier, isOwn }: Import): string | null {
  if (isOwn || specifier.startsWith('node:')) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('the tables of imports in ARCHITECTURE.md', () => {
  const files = ['src', 'simulators'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')),
  );
  const imports = files.flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), 'utf8')));

  it('allow every import of src and simulators', () => {
    expect(imports.flatMap((each) => trouble(each) ?? [])).toEqual([]);
  });

  it('do not name packages that only tests and tools use', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const others = imports.filter((each) => {
      const name = packageOf(each);
      return name !== null && !Object.hasOwn(manifest.dependencies, name);
    });
    expect(others.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });

  it('name exactly the folders that exist', () => {
    const named = FOLDERS.flatMap(([folders]) => folders).sort();
    expect(named).toEqual([...new Set(files.map(roomOf))].sort());
  });

  it('are followed by simulators, which are loaded only when they start', () => {
    const loading = files.filter(
      (file) => file.startsWith('src/') && AT_ONCE.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(loading).toEqual([]);
    expect(
      AT_ONCE.test("import { a } from './a.ts';\nimport {\n  b,\n} from '../../simulators/demo/b.ts';"),
    ).toBe(true);
    expect(AT_ONCE.test("export { a } from '../simulators/demo/a.ts';")).toBe(true);
    expect(AT_ONCE.test("import type { A } from '../simulators/demo/a.ts';")).toBe(false);
    expect(AT_ONCE.test("const { a } = await import('../simulators/demo/a.ts');")).toBe(false);
  });

  it('allow only imports that exist', () => {
    const needless = FOLDERS.flatMap(([folders, allowed]) =>
      allowed
        .filter((from) => from !== EVERYTHING)
        .filter((from) => !imports.some((each) => folders.includes(each.room) && each.from === from))
        .map((from) => `${folders.join(', ')} -> ${from}`),
    );
    expect(needless).toEqual([]);
  });

  it.each([
    ['src/domain/a.ts', "import { b } from '../storage/b.ts';", 'src/domain/a.ts imports storage'],
    [
      'src/domain/rates/a.ts',
      "export { b } from '../../config.ts';",
      'src/domain/rates/a.ts imports config.ts',
    ],
    [
      'src/domain/a.ts',
      "import { readFile } from 'node:fs/promises';",
      'src/domain/a.ts imports node:fs: domain is pure',
    ],
    ['src/domain/a.ts', "import { DateTime } from 'luxon';", null],
    [
      'src/storage/listing/a.ts',
      "import {\n  b,\n  c,\n} from '../../usecases/b.ts';",
      'src/storage/listing/a.ts imports usecases',
    ],
    ['src/storage/a.ts', "const { b } = await import('../http/b.ts');", 'src/storage/a.ts imports http'],
    ['src/usecases/a.ts', "import type { Pool } from 'pg';", 'src/usecases/a.ts imports pg'],
    ['src/usecases/a.ts', "import multipart from '@fastify/multipart';", 'src/usecases/a.ts imports fastify'],
    ['src/http/a.ts', "import '../usecases/b.ts';", null],
    ['src/surprise/a.ts', "import '../domain/b.ts';", 'surprise has no row in the table of ARCHITECTURE.md'],
    ['src/cli/a.ts', "import '../storage/b.ts';", 'src/cli/a.ts imports storage'],
    ['src/cli.ts', "import './storage/b.ts';", null],
    ['src/cli/a.ts', "await import('../../simulators/demo/b.ts');", null],
    [
      'src/carriers/a/b.ts',
      "await import('../../../simulators/couriers/a/b.ts');",
      'src/carriers/a/b.ts imports simulators/couriers',
    ],
    ['simulators/couriers/ekart/a.ts', "import '../../kit/b.ts';", null],
    ['simulators/couriers/ekart/a.ts', "import '../../../src/carriers/b.ts';", null],
    [
      'simulators/couriers/ekart/a.ts',
      "import '../../demo/b.ts';",
      'simulators/couriers/ekart/a.ts imports simulators/demo',
    ],
    ['simulators/demo/a.ts', "import '../../src/http/b.ts';", 'simulators/demo/a.ts imports http'],
  ])('judge %s: %s', (file, text, expected) => {
    const [only, ...others] = importsOf(file, text);
    expect(others).toEqual([]);
    expect(only === undefined ? 'no import was found' : trouble(only)).toBe(expected);
  });
});

/** The folders of the panel, each with those that may import it below it: see panel/README.md. */
const PANEL = [
  ['router.tsx', 'main.tsx'],
  ['pages', 'gallery'],
  ['frame'],
  ['parts', 'session'],
  ['api'],
  ['words'],
  ['preferences.ts', 'search.ts', 'design'],
];

/** The rule that an import of the panel breaks, in a sentence; null if it is allowed. */
function panelTrouble(file: string, specifier: string): string | null {
  const target = posix.join(posix.dirname(file), specifier);
  const [floor, below] = [file, target].map((one) =>
    PANEL.findIndex((rooms) => rooms.includes(one.split('/')[0] ?? '')),
  ) as [number, number];
  const [folder, other] = [file, target].map((one) => `${posix.dirname(one)}/`) as [string, string];
  // A page may have folders for its parts, which import what the page has for all of them.
  const isOnePage = folder.startsWith(other) || other.startsWith(folder);
  const isPage = file.startsWith('pages/') && target.startsWith('pages/');
  return floor < 0 || below < floor || (isPage && !isOnePage) ? `${file} imports ${target}` : null;
}

describe('the panel', () => {
  it('imports in one direction, and no page another', () => {
    const root = join(ROOT, 'panel/src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
    const found = files.flatMap((file) =>
      importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap(
        ({ isOwn, specifier }) => (isOwn && panelTrouble(file, specifier)) || [],
      ),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  it.each([
    ['pages/ndr/a.tsx', '../shipments/b.tsx', 'pages/ndr/a.tsx imports pages/shipments/b.tsx'],
    [
      'pages/settings/jobs/a.tsx',
      '../audit/b.ts',
      'pages/settings/jobs/a.tsx imports pages/settings/audit/b.ts',
    ],
    ['pages/settings/jobs/a.tsx', '../b.ts', null],
    ['pages/settings/a.tsx', './jobs/b.tsx', null],
    ['pages/ndr/a.tsx', '../../parts/shipments/b.tsx', null],
    ['parts/shipments/a.tsx', '../../pages/ndr/b.tsx', 'parts/shipments/a.tsx imports pages/ndr/b.tsx'],
    ['parts/a.tsx', '../session/b.ts', null],
    ['api/a.ts', '../parts/b.ts', 'api/a.ts imports parts/b.ts'],
    ['words/a.ts', '../surprise/b.ts', 'words/a.ts imports surprise/b.ts'],
  ])('judges %s: %s', (file, specifier, expected) => {
    expect(panelTrouble(file, specifier)).toBe(expected);
  });
});
