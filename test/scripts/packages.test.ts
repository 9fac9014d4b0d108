import { describe, expect, test } from 'vitest';
import { explainNpm, missingPackages } from '../../scripts/commands/packages.mjs';

const lock = {
  packages: {
    '': {},
    'node_modules/fastify': { version: '5.12.8' },
    'node_modules/vitest': { version: '4.1.12', dev: true },
    'node_modules/esbuild': { version: '1.0.0', devOptional: true },
    'node_modules/sharp-musl': { version: '0.35.5', optional: true },
  },
};

/** The lockfile in node_modules: without the root, and in this test without the package `left`. */
function installed(...left: readonly string[]) {
  const packages = Object.entries(lock.packages).filter(
    ([folder]) => folder !== '' && !left.includes(folder),
  );
  return { packages: Object.fromEntries(packages) };
}

describe('missingPackages', () => {
  test('finds nothing if every package is installed', () => {
    expect(missingPackages(lock, installed(), { dev: true })).toEqual([]);
  });

  test('ignores an optional package for another platform', () => {
    expect(missingPackages(lock, installed('node_modules/sharp-musl'), { dev: true })).toEqual([]);
  });

  test('ignores a workspace of the project', () => {
    const packages = { ...lock.packages, 'shops/a/plugin': { version: '0.1.0' } };
    expect(missingPackages({ packages }, installed(), { dev: true })).toEqual([]);
  });

  test('names the folder of an absent package', () => {
    expect(missingPackages(lock, installed('node_modules/fastify'), { dev: false })).toEqual([
      'node_modules/fastify',
    ]);
  });

  test('reports a package with another version', () => {
    const older = { packages: { ...installed().packages, 'node_modules/fastify': { version: '5.12.7' } } };
    expect(missingPackages(lock, older, { dev: false })).toEqual(['node_modules/fastify']);
  });

  test('ignores packages for building if nothing is built', () => {
    const production = installed('node_modules/vitest', 'node_modules/esbuild');
    expect(missingPackages(lock, production, { dev: false })).toEqual([]);
    expect(missingPackages(lock, production, { dev: true })).toEqual([
      'node_modules/vitest',
      'node_modules/esbuild',
    ]);
  });
});

describe('explainNpm', () => {
  test.each([
    ['connect ECONNREFUSED 127.0.0.1:9', 'npm error code ECONNREFUSED'],
    ['getaddrinfo ENOTFOUND registry.example', 'npm error code ENOTFOUND'],
  ])('prints one sentence if the registry cannot be reached: %s', (reason, code) => {
    const trouble = explainNpm(
      `${code}\nnpm error FetchError: request to https://registry.example/pg failed, reason: ${reason}\nnpm error     at ClientRequest.<anonymous> (/npm/index.js:130:14)\n`,
    );
    expect(trouble.message).toContain(`could not be reached (${reason})`);
    expect(trouble.details).toBe('');
  });

  test('recognises a full disk from the warnings of npm', () => {
    const output = 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n';
    expect(explainNpm(output).message).toMatch(/^The disk of .* is full: free about \d+ MB/);
  });

  test('names the command to run if package.json and its lockfile differ', () => {
    const output =
      'npm error code EUSAGE\nnpm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.\n';
    expect(explainNpm(output).message).toContain('run `npm install`');
  });

  test('prints the lines of an unknown error without stack traces and logs', () => {
    const output =
      'npm warn deprecated x@1\nnpm error code EINTEGRITY\nnpm error sha512 of pg is wrong\nnpm error     at f (/npm/x.js:1:1)\nnpm error A complete log of this run can be found in: /home/u/.npm/_logs/1.log\n';
    expect(explainNpm(output).details).toBe('code EINTEGRITY\nsha512 of pg is wrong');
  });
});
