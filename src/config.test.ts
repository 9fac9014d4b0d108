import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isGiven, readConfig, SETTINGS } from './config.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { StartupError } from './problems/startup-error.ts';

const SECRET = 'x'.repeat(31);

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

  it('take a blank value for an unset one', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toEqual(readConfig({}));
    expect([' ', '0'].map((DEMO) => isGiven('demo', { DEMO }))).toEqual([false, true]);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'localhost/db'],
    ['DATABASE_URL', 'mysql://localhost/db'],
    ['DATABASE_READ_URL', 'localhost/db'],
    ['DATABASE_CONNECTIONS', '4'],
    ['DATABASE_CONNECTIONS', '501'],
    ['DEMO', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'ship.example.in'],
    ['PUBLIC_URL', 'ftp://ship.example.in'],
    ['SERVICE_URL', 'ship.example.in'],
    ['RATE_LIMIT', '1.5'],
    ['RATE_LIMIT', '1000000001'],
    ['TRUST_PROXY', '10.0.0.0/8, my-proxy'],
    ['OPERATOR_TOKEN', SECRET],
    ['OPERATOR_TOKEN', `${SECRET} x`],
    ['OPERATOR_TOKEN', 'x'.repeat(513)],
    ['RATE_BOOKS_MB', '7'],
    ['RATE_BOOKS_MB', '100001'],
    ['LISTING_MEMORY_MB', '100001'],
    ['LABEL_LINK_HOURS', '0'],
    ['LABEL_LINK_HOURS', '8761'],
    ['DRAIN_SECONDS', '301'],
    ['SMTP_URL', 'mail.example.in'],
    ['SMTP_URL', 'https://mail.example.in'],
    ['MESSAGE_FROM', 'Chai & Co <chai@example.in>'],
    ['WEBHOOK_ALLOW', '10.0.0.0/8, office'],
    ['COURIER_ALLOW', 'localhost'],
  ])('refuse %s=%s and name the variable', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(StartupError);
    expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`^${variable} must `));
  });

  it('name every invalid variable in one message', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'maybe' })).toThrow(/^PORT must .*; DEMO must be 1 or 0: /);
  });

  it('refuse DATABASE_DIRECT_URL without DATABASE_URL', () => {
    const direct = { DATABASE_DIRECT_URL: 'postgres://db:5432/ship' };
    expect(() => readConfig(direct)).toThrow('DATABASE_DIRECT_URL needs DATABASE_URL, which is not set');
    expect(readConfig({ ...direct, DATABASE_URL: 'postgresql://db:6432/ship' })).toMatchObject({
      databaseUrl: 'postgresql://db:6432/ship',
      databaseDirectUrl: direct.DATABASE_DIRECT_URL,
    });
  });

  it.each([
    ['PORT', '65535', 'port', 65535],
    ['PORT', '0', 'port', 0],
    ['DATABASE_CONNECTIONS', '5', 'databaseConnections', 5],
    ['DATABASE_CONNECTIONS', '500', 'databaseConnections', 500],
    ['PUBLIC_URL', 'https://ship.example.in/', 'publicUrl', 'https://ship.example.in'],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'trustProxy', ['loopback', '10.0.0.0/8']],
    ['TRUST_PROXY', '1', 'trustProxy', true],
    ['TRUST_PROXY', '0', 'trustProxy', false],
    ['DEMO', '0', 'demo', false],
    ['DEMO', 'OFF', 'demo', false],
    ['DEMO', 'Yes', 'demo', true],
    ...(['true', 'on'] as const).map((word) => ['DEMO', word, 'demo', true] as const),
    ...(['false', 'no'] as const).map((word) => ['DEMO', word, 'demo', false] as const),
    ['LOG_LEVEL', 'WARN', 'logLevel', 'warn'],
    ['RATE_LIMIT', '0', 'rateLimit', 0],
    ['OPERATOR_TOKEN', `${SECRET}x`, 'operatorToken', `${SECRET}x`],
    ['RATE_BOOKS_MB', '8', 'rateBooksMb', 8],
    ['LISTING_MEMORY_MB', '0', 'listingMemoryMb', 0],
    ['LABEL_LINK_HOURS', '1', 'labelLinkHours', 1],
    ['LABEL_LINK_HOURS', '8760', 'labelLinkHours', 8760],
    ['DRAIN_SECONDS', '300', 'drainSeconds', 300],
    ['DRAIN_SECONDS', '0', 'drainSeconds', 0],
    ['SMTP_URL', 'smtps://me:secret@mail.example.in', 'smtpUrl', 'smtps://me:secret@mail.example.in'],
    ['MESSAGE_FROM', 'chai@example.in', 'messageFrom', 'chai@example.in'],
    ['WEBHOOK_ALLOW', '10.0.0.0/8, fd00::/8', 'webhookAllow', ['10.0.0.0/8', 'fd00::/8']],
    ['COURIER_ALLOW', '', 'courierAllow', []],
    ['RUN_DIR', '/srv/run', 'runDir', '/srv/run'],
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
