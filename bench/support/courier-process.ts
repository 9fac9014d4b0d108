import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { BOOK_AGAIN } from '../../src/usecases/booking/booking-outcome.ts';
import type { RunningService } from './server-process.ts';

const API = '/custom/api/v1';
/** Longer than it takes to settle a lost answer. */
const SETTLED_WITHIN_MS = 150_000;

/** A courier's stand-in, started from the command line in a process of its own. */
export interface PlayedCourier {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Sends it an instruction by name. @returns its answer */
  tell<Answer>(what: string, told: object): Promise<Answer>;
  parcels<Parcel>(): Promise<Parcel[]>;
  /** Waits until a call was made this often. */
  wasAsked(call: string, times: number): Promise<void>;
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
  const timesAsked = async (call: string) => {
    const { calls } = (await (await fetch(played.control)).json()) as {
      calls: { call: string; asked: number }[];
    };
    return calls.find((one) => one.call === call)?.asked ?? 0;
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
    wasAsked: async (call, times) => {
      const until = Date.now() + SETTLED_WITHIN_MS;
      while ((await timesAsked(call)) < times) {
        if (Date.now() > until) throw new Error(`The courier is not asked for ${call}`);
        await wait(200);
      }
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/**
 * Connects it to the service's account, and makes the carrier with that id one of its services. @returns the
 * courier account's id
 */
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

/** Waits until the courier knows the warehouse, and the change of the rate book is effective. */
export async function isRegistered(service: RunningService): Promise<void> {
  const headers = { authorization: service.apiKey };
  const list = await (await fetch(`${service.url}${API}/warehouses`, { headers })).json();
  const [{ id }] = (list as { data: [{ id: string }] }).data;
  for (;;) {
    const answer = await (await fetch(`${service.url}${API}/warehouses/${id}`, { headers })).json();
    const { couriers } = (answer as { data: { couriers: { state: string }[] } }).data;
    if (couriers.some(({ state }) => state === 'registered')) break;
    await wait(500);
  }
  await wait(2_000);
}

interface StandInParcel {
  readonly trackingNumber: string;
  readonly reference: string;
  readonly isExpected: boolean;
}

/**
 * Compares the parcels of stand-in and service, after lost answers are settled.
 *
 * @param acknowledged ids of orders
 * @returns a paragraph
 */
export async function compareParcels(
  connection: pg.ClientConfig,
  courier: PlayedCourier,
  acknowledged: readonly string[],
): Promise<string> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    const countOpen = async () => {
      const { rows } = await client.query<{ open: number }>(
        `select (select count(*) from dakiya.bookings where state in ('asking', 'unknown'))::integer
            + (select count(*) from dakiya.order_reservations)::integer
            + (select count(*) from graphile_worker.jobs where task_identifier = $1)::integer as open`,
        [BOOK_AGAIN],
      );
      return rows[0]?.open ?? 0;
    };
    const begun = Date.now();
    const unsettled = await countOpen();
    while ((await countOpen()) > 0 && Date.now() < begun + SETTLED_WITHIN_MS) await wait(1_000);
    const seconds = Math.round((Date.now() - begun) / 1000);
    const { rows: booked } = await client.query<{ number: string }>(
      'select tracking_number as number from dakiya.shipments where tracking_number is not null',
    );
    const { rows: asked } = await client.query<{ reference: string; order: string }>(
      `select b.order_reference as reference, o.display_id as order from dakiya.bookings b
         join dakiya.shipments s using (account_id, shipment_id) join dakiya.orders o using (account_id, order_id)`,
    );
    const left = await countOpen();
    const expected = (await courier.parcels<StandInParcel>()).filter(({ isExpected }) => isExpected);
    const ours = new Set(booked.map(({ number }) => number));
    const theirs = new Set(expected.map(({ trackingNumber }) => trackingNumber));
    // Later bookings of an order have references of their own.
    const orderOf = new Map(asked.map(({ reference, order }) => [reference, order]));
    const parcelsOf = new Map<string, number>();
    for (const { reference } of expected) {
      const order = orderOf.get(reference) ?? reference;
      parcelsOf.set(order, (parcelsOf.get(order) ?? 0) + 1);
    }
    const without = acknowledged.filter((order) => !parcelsOf.has(order)).length;
    const twice = [...parcelsOf.values()].filter((parcels) => parcels > 1).length;
    const unknown = [...theirs].filter((number) => !ours.has(number)).length;
    const lost = [...ours].filter((number) => !theirs.has(number)).length;
    return `Of ${acknowledged.length} acknowledged orders, ${without} have no parcel at the stand-in, and ${twice} have two. Of the ${theirs.size} parcels that it expects, ${unknown} are unknown to us. Of our ${ours.size} tracking numbers, ${lost} are unknown to it. ${unsettled} bookings were open at the end of the load, and ${left} after ${seconds} s.`;
  } finally {
    await client.end();
  }
}
