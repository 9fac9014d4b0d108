import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endProcess, spawnProgram } from '../server-process.ts';

/** A stand-in of a shop, started from the command line in a process of its own. */
export interface PlayedShop {
  readonly settings: Readonly<Record<string, string>>;
  /** Sends it an instruction by name. @returns its answer */
  tell<Answer>(what: string, told: object): Promise<Answer>;
  /** The tracking numbers that it was told, by the numbers of its orders. */
  told(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** How often each call was made. */
  calls(): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}

export async function playShop(shop: string): Promise<PlayedShop> {
  const child = spawnProgram('cli', ['shop', 'stand-in', shop, '--port', '0', '--json']);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  child.stdout.resume();
  const { control, settings } = JSON.parse(line);
  const ask = async <Answer>(path: string, told?: object) => {
    const body = told === undefined ? {} : { method: 'POST', body: JSON.stringify(told) };
    // A kept connection may be closed by the other side at the moment in which it is used.
    const answer = await fetch(`${control}${path}`, { ...body, headers: { connection: 'close' } });
    if (!answer.ok) throw new Error(`The stand-in does not take ${path}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return {
    settings,
    tell: (what, told) => ask(`/${what}`, told),
    told: async () => {
      const { parcels } = await ask<{ parcels: { reference: string; trackingNumber: string }[] }>('/parcels');
      const numbers = new Map<string, string[]>();
      for (const { reference, trackingNumber } of parcels) {
        numbers.set(reference, [...(numbers.get(reference) ?? []), trackingNumber]);
      }
      return numbers;
    },
    calls: async () => {
      const { calls } = await ask<{ calls: { call: string; asked: number }[] }>('');
      return Object.fromEntries(calls.map(({ call, asked }) => [call, asked]));
    },
    stop: () => endProcess(child),
  };
}
