import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { BOOK_AGAIN } from '../../../src/usecases/booking/booking-outcome.ts';
import { API, endProcess, post, type RunningService, spawnProgram } from '../server-process.ts';

const COURIER = 'delhivery';
/** Longer than it takes to settle a lost answer. */
const SETTLED_WITHIN_MS = 150_000;

interface StandInParcel {
  readonly trackingNumber: string;
  readonly reference: string;
  readonly isExpected: boolean;
}

/** Delhivery's stand-in, started from the command line in a process of its own. */
export interface PlayedCourier {
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Sends it an instruction by name. */
  tell(what: string, told: object): Promise<void>;
  parcels(): Promise<StandInParcel[]>;
  stop(): Promise<void>;
}

export async function playCourier(): Promise<PlayedCourier> {
  const child = spawnProgram('cli', ['courier', 'stand-in', COURIER, '--port', '0', '--json']);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  child.stdout.resume();
  const { base_url: baseUrl, control, settings } = JSON.parse(line);
  return {
    baseUrl,
    settings,
    tell: async (what, told) => {
      const response = await fetch(`${control}/${what}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(told),
      });
      if (!response.ok) throw new Error(`The stand-in does not take ${what}: ${await response.text()}`);
    },
    parcels: async () => {
      const answer = await (await fetch(`${control}/parcels`)).json();
      return (answer as { parcels: StandInParcel[] }).parcels;
    },
    stop: () => endProcess(child),
  };
}

/** Connects it to the service's account, and makes the carrier with that id one of its services. */
export async function connectCourier(
  service: RunningService,
  { baseUrl, settings }: PlayedCourier,
  carrierId: string,
): Promise<void> {
  const connection = { courier: COURIER, settings: { ...settings, base_url: baseUrl } };
  await post(service, '/courier-accounts', connection);
  const cells = [`carrier_id=${carrierId}`, `adapter=${COURIER}`, 'courier_product=S'];
  await service.command('rates', 'set', 'carriers', '--account', service.accountId, ...cells);
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
    const expected = (await courier.parcels()).filter(({ isExpected }) => isExpected);
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
