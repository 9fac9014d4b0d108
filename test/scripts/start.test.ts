import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTree, startNode, type Tree } from './tree.ts';

const SERVICE = `
  export async function main(): Promise<void> {
    const running = setInterval(() => undefined, 1_000);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        clearInterval(running);
        process.stdout.write('stopped in order\\n');
      });
    }
    process.stdout.write('ready\\n');
  }
`;
const COMMAND = `
  export async function main(words: readonly string[]): Promise<void> {
    process.stdout.write(JSON.stringify(words));
  }
`;

let tree: Tree;

beforeEach(() => {
  tree = createTree('an odd name: #1 50%25 ü');
  tree.write('src/main.ts', SERVICE);
  tree.write('src/cli.ts', COMMAND);
});

afterEach(() => tree.remove());

/** A program that prints the folder from which the command was called. */
const TELL_FOLDER = `
  export async function main(_words: readonly string[], folder: string): Promise<void> {
    process.stdout.write(folder);
  }
`;

const dakiya = (...words: string[]) => startNode(tree, ['scripts/dakiya.mjs', ...words]).ended;

describe('the first start', () => {
  test('builds and reports it on stderr; stdout has only the output of the command', async () => {
    const { code, stdout, stderr } = await dakiya('account', 'create', 'Rao & Söhne', '--json');
    expect(stderr).toMatch(/^Building \.\.\.\n(?:.*\n)*Building \.\.\. done in [\d.]+ s\n$/);
    expect(stdout).toBe('["account","create","Rao & Söhne","--json"]');
    expect(code).toBe(0);
  });

  test('leaves only the build behind', async () => {
    const before = readdirSync(tree.folder);
    await dakiya();
    expect(readdirSync(tree.folder).sort()).toEqual([...before, 'dist'].sort());
  });

  test('works in five processes at once, which build one after the other', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => dakiya('x')));
    expect(all.map(({ stdout, code }) => [stdout, code])).toEqual(Array(5).fill(['["x"]', 0]));
    expect(all.filter(({ stderr }) => stderr.includes('Building'))).toHaveLength(1);
  });

  test('prints the errors and makes no build if the sources do not compile', async () => {
    tree.write('src/cli.ts', 'export function main( {');
    const { code, stderr } = await dakiya();
    expect(stderr).toMatch(/Expected `}` but found `EOF`\n.* src\/cli\.ts:1:24 /);
    expect(stderr).toContain('The sources do not compile: mend what the compiler says.\n');
    expect(code).toBe(1);
    expect(existsSync(join(tree.folder, 'dist'))).toBe(false);
  });
});

describe('the next start', () => {
  test('prints and builds nothing', async () => {
    await dakiya();
    const built = statSync(join(tree.folder, 'dist/cli.js')).ino;
    expect((await dakiya('y')).stderr).toBe('');
    expect(statSync(join(tree.folder, 'dist/cli.js')).ino).toBe(built);
  });

  test('builds again after a change', async () => {
    await dakiya();
    tree.write('src/cli.ts', COMMAND.replace('(words)', '(["changed", ...words])'));
    expect((await dakiya('z')).stdout).toBe('["changed","z"]');
  });

  test('keeps the last build if the change does not compile', async () => {
    await dakiya();
    tree.write('src/cli.ts', 'export function main( {');
    expect((await dakiya()).code).toBe(1);
    expect(readFileSync(join(tree.folder, 'dist/cli.js'), 'utf8')).toContain('JSON.stringify');
  });
});

describe('a command', () => {
  test('knows the folder from which npm was called', async () => {
    tree.write('src/cli.ts', TELL_FOLDER);
    const fromNpm = { npm_lifecycle_script: 'exec node scripts/dakiya.mjs', INIT_CWD: '/srv/backups' };
    const told = async (environment: NodeJS.ProcessEnv) =>
      (await startNode(tree, ['scripts/dakiya.mjs'], environment).ended).stdout;
    expect(await told(fromNpm)).toBe('/srv/backups');
    expect(await told({ ...fromNpm, npm_lifecycle_script: 'sh nightly.sh' })).toBe(tree.folder);
    expect(await told({})).toBe(tree.folder);
  });
});

describe('npm run build', () => {
  test('refuses a type error, which a start accepts', async () => {
    tree.write('src/cli.ts', `export const paise: number = '1';\n${COMMAND}`);
    expect((await dakiya()).code).toBe(0);
    const { code, stderr } = await startNode(tree, ['scripts/build.mjs']).ended;
    expect(stderr).toContain('src/cli.ts(1,14): error TS2322');
    expect(code).toBe(1);
  });
});

describe('npm start', () => {
  const signals = ['SIGTERM', 'SIGINT'] as const;

  test.each(signals)('forwards %s to the service, and ends with exit code 0', async (signal) => {
    const service = startNode(tree, ['scripts/start.mjs']);
    await service.said('ready');
    process.kill(service.pid, signal);
    expect(await service.ended).toMatchObject({ code: 0, signal: null, stdout: 'ready\nstopped in order\n' });
  });

  test('prints an error for the operator as one sentence', async () => {
    tree.write(
      'src/main.ts',
      `export async function main(): Promise<void> {
         setInterval(() => undefined, 1_000);
         throw Object.assign(new Error('Port 8080 is taken: set PORT to another'), { name: 'StartupError' });
       }`,
    );
    const { code, stderr } = await startNode(tree, ['scripts/start.mjs']).ended;
    expect(stderr).toMatch(/done in .*\nPort 8080 is taken: set PORT to another\n$/);
    expect(code).toBe(1);
  });

  test('prints an unexpected error with the lines of the sources', async () => {
    tree.write(
      'src/main.ts',
      `interface Away {}\nexport async function main(): Promise<void> {\n  throw new Error('unforeseen');\n}\n`,
    );
    const { code, stderr } = await startNode(tree, ['scripts/start.mjs']).ended;
    expect(stderr).toMatch(/Error: unforeseen\n.*\/src\/main\.ts:3:9/);
    expect(code).toBe(1);
  });

  test('prints advice if a package is missing', async () => {
    tree.write('src/main.ts', `// @ts-expect-error\nimport 'gone';\n${SERVICE}`);
    const { code, stderr } = await startNode(tree, ['scripts/start.mjs']).ended;
    expect(stderr).toContain("Cannot find package 'gone'");
    expect(stderr).toMatch(/remove the folders node_modules and dist of .* and run the command again\.\n$/);
    expect(code).toBe(1);
  });
});
