import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import type { RunningService } from './server-process.ts';

const API = '/custom/api/v1';

/** A courier's stand-in as the command line starts it, in a process of its own. */
export interface PlayedCourier {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Tells it what to do, under one of its names. @returns what it answers */
  tell<Answer>(what: string, told: object): Promise<Answer>;
  parcels<Parcel>(): Promise<Parcel[]>;
  stop(): Promise<void>;
}

export async function playCourier(courier: string): Promise<PlayedCourier> {
  const words = ['courier', 'stand-in', courier, '--port', '0', '--json'];
  const main = `import('${join(PACKAGE_ROOT, 'dist/cli.js')}').then(({ main }) => main(process.argv.slice(1)))`;
  const child = spawn(process.execPath, ['-e', main, '--', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  child.stdout.resume();
  const played = JSON.parse(line) as {
    base_url: string;
    control: string;
    settings: Readonly<Record<string, string>>;
  };
  return {
    url: played.base_url,
    settings: played.settings,
    pid: child.pid ?? 0,
    tell: async <Answer>(what: string, told: object) => {
      const response = await fetch(`${played.control}/${what}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(told),
      });
      if (!response.ok) throw new Error(`The stand-in does not take ${what}: ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    parcels: async <Parcel>() =>
      ((await (await fetch(`${played.control}/parcels`)).json()) as { parcels: Parcel[] }).parcels,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Connects it to the service's account, whose carrier of that id becomes a service of it. @returns the courier account's id */
export async function connectCourier(
  service: RunningService,
  played: Pick<PlayedCourier, 'url' | 'settings'>,
  courier: string,
  carrierId: string,
): Promise<string> {
  const response = await fetch(`${service.url}${API}/courier-accounts`, {
    method: 'POST',
    headers: { authorization: service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ courier, settings: { ...played.settings, base_url: played.url } }),
  });
  if (response.status !== 201) throw new Error(`The courier was not connected: ${await response.text()}`);
  const cells = [`carrier_id=${carrierId}`, `adapter=${courier}`, 'courier_product=S'];
  await service.command('rates', 'set', 'carriers', '--account', service.accountId, ...cells);
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}
