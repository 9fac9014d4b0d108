import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { openApp } from '../support/app.ts';

const test = await openApp({ now: new Date('2026-11-22T06:30:00.000Z') });

it('the script of the README books an order', async () => {
  const page = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  const script = /<!-- first order -->\s*```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? expect.fail('no script');
  const account = await test.account();
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['-c', script.replaceAll('http://127.0.0.1:8080', address)],
    { env: { ...process.env, KEY: account.apiKey } },
  );
  expect(stderr).toBe('');
  expect(stdout).toContain('Chai & Co\n');
  const tracking = /Tracking: (\S+)/.exec(stdout)?.[1] ?? expect.fail(stdout);
  const tracked = await fetch(tracking, { headers: { accept: 'text/html' } });
  expect(await tracked.text()).toContain('Chai &amp; Co');
  const label = await fetch((/Label: +\S+(\/labels\/\S+)/.exec(stdout)?.[1] ?? '').replace(/^/, address));
  expect(label.headers.get('content-type')).toBe('application/pdf');
});
