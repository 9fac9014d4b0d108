import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, SETTINGS } from './config.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { StartupError } from './problems/startup-error.ts';

describe('the settings', () => {
  it('have defaults that start a service for one machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      demo: true,
      rateLimit: 3000,
      trustProxy: false,
    });
  });

  it('take blank for unset', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'localhost/db'],
    ['DATABASE_CONNECTIONS', '3'],
    ['DEMO', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'ship.example.in'],
    ['RATE_LIMIT', '1.5'],
    ['TRUST_PROXY', '10.0.0.0/8, my-proxy'],
  ])('refuse %s=%s by name', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(StartupError);
    expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`^${variable} must `));
  });

  it.each([
    ['PORT', '65535', 'port', 65535],
    ['PORT', '0', 'port', 0],
    ['PUBLIC_URL', 'https://ship.example.in/', 'publicUrl', 'https://ship.example.in'],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'trustProxy', ['loopback', '10.0.0.0/8']],
    ['TRUST_PROXY', '1', 'trustProxy', true],
    ['DEMO', '0', 'demo', false],
  ] as const)('read %s=%s', (variable, value, key, expected) => {
    expect(readConfig({ [variable]: value })[key]).toEqual(expected);
  });

  it('are listed in docs/reference/settings.md, word for word', () => {
    const rows = Object.values(SETTINGS).map(
      ({ variable, fallback, meaning }) =>
        `| \`${variable}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
    );
    const table = ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
    const page = readFileSync(join(PACKAGE_ROOT, 'docs/reference/settings.md'), 'utf8');
    expect(page).toContain(`<!-- settings -->\n\n${table}\n\n<!-- /settings -->`);
  });
});
