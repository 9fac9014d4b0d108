import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { startProgram } from '../support/service-process.ts';

interface Told {
  readonly base_url: string;
  readonly control: string;
  readonly settings: Readonly<Record<string, string>>;
}

let child: ReturnType<typeof startProgram>;
let told: Told;

beforeAll(async () => {
  child = startProgram('cli', {}, ['courier', 'stand-in', 'delhivery', '--port', '0', '--json']);
  const [line] = (await once(createInterface({ input: child.stdout ?? process.stdin }), 'line')) as [string];
  told = JSON.parse(line);
});
afterAll(() => child.kill('SIGKILL'));

describe('the commands of stand-ins', () => {
  it('run a courier without a database, which accepts the credentials that it prints', async () => {
    const { base_url, settings, control } = told;
    const headers = { authorization: `Token ${settings.token}` };
    const answer = await fetch(`${base_url}/c/api/pin-codes/json/?filter_codes=110001`, { headers });
    expect(await answer.json()).toMatchObject({ delivery_codes: [{ postal_code: { pin: 110001 } }] });
    expect(await (await fetch(`${control}/parcels`)).json()).toEqual({ parcels: [] });
  });

  it('run shops', async () => {
    const other = startProgram('cli', {}, ['shop', 'stand-in', 'woocommerce', '--port', '0', '--json']);
    try {
      const lines = createInterface({ input: other.stdout ?? process.stdin });
      const { shop, control } = JSON.parse(((await once(lines, 'line')) as [string])[0]);
      expect(shop).toBe('woocommerce');
      const placed = await fetch(`${control}/order`, { method: 'POST', body: '{"units": 2}' });
      expect(await placed.json()).toEqual({ id: expect.any(Number) });
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('report a used port, and an unknown courier', async () => {
    const { port } = new URL(told.base_url);
    const again = await runCommand({}, ['courier', 'stand-in', 'delhivery', '--port', port]);
    expect(again).toMatchObject({ code: 1, stderr: `port ${port} is in use: choose another with --port\n` });
    const wrong = await runCommand({}, ['courier', 'stand-in', 'delhivery', '--port', 'x']);
    expect(wrong.stderr).toBe('--port must be a whole number from 0 to 65535\n');
    const nobody = await runCommand({}, ['courier', 'stand-in', 'nobody']);
    expect(nobody.stderr).toMatch(/Allowed choices are delhivery, /);
  });

  it('end on request', async () => {
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
