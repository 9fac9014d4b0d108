import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { openApp } from '../support/app.ts';

const test = await openApp({ now: new Date('2026-11-22T06:30:00.000Z') });

const address = await test.app.listen({ port: 0, host: '127.0.0.1' });

/** Runs it, in the given second: the script names the order by it. */
function runScript(apiKey: string, second = '$(date +%s)') {
  const page = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  const script = /<!-- first order -->\s*```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? expect.fail('no script');
  return promisify(execFile)(
    'bash',
    ['-c', script.replaceAll('http://127.0.0.1:8080', address).replace('$(date +%s)', second)],
    {
      env: { ...process.env, KEY: apiKey },
    },
  );
}

it('the script of the README books an order', async () => {
  const account = await test.account();
  const { stdout, stderr } = await runScript(account.apiKey);
  expect(stderr).toBe('');
  expect(stdout).toContain('Chai & Co\n');
  const tracking = /Tracking: (\S+)/.exec(stdout)?.[1] ?? expect.fail(stdout);
  const tracked = await fetch(tracking, { headers: { accept: 'text/html' } });
  expect(await tracked.text()).toContain('Chai &amp; Co');
  const label = await fetch((/Label: +\S+(\/labels\/\S+)/.exec(stdout)?.[1] ?? '').replace(/^/, address));
  expect(label.headers.get('content-type')).toBe('application/pdf');
});

it('the script of the README books another order when it is run again', async () => {
  const account = await test.account();
  await runScript(account.apiKey);
  const { stdout, stderr } = await runScript(account.apiKey, '1764500000');
  expect(stderr).toBe('Store name has already been taken\n');
  expect(stdout).toMatch(/Label: +\S+\/labels\/\S+/);
});

it('the script of the README prints why the service refuses', async () => {
  const { stderr } = await runScript('dky_0000000000000000_nothing').catch(
    (error: unknown) => error as { stderr: string },
  );
  expect(stderr).toMatch(/^This is not a whole credential of this service/);
  expect(stderr).not.toContain('node:internal');
});
