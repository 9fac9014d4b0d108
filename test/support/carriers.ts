import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { CarrierAdapter } from '../../src/carriers/carrier-adapter.ts';
import { UNCONNECTED } from '../../src/carriers/unconnected.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createCarrierCredential } from '../../src/usecases/tracking/carrier-credentials.ts';
import type { TestAccount, TestApp } from './app.ts';
import { orderBody } from './orders.ts';

/** A carrier of the sample rate book. */
export const CARRIER = 'k4tq9m2x';
/** Another one. */
export const OTHER_CARRIER = 'h7vd3r8c';

/** Makes a carrier credential and gives the headers of its requests. */
export async function carrierHeaders(
  test: TestApp,
  carrierIds: readonly string[] = [CARRIER],
): Promise<{ authorization: string }> {
  const terms = { name: 'Test courier', carrierIds, expiresAt: null };
  return { authorization: (await createCarrierCredential(test.service, OPERATOR, terms)).credential };
}

/** What a courier sends, and gets. */
export interface SentEvent {
  tracking_number: string;
  status: string;
  event_date_time: string;
  [field: string]: unknown;
}

export interface EventAnswer {
  tracking_number: string | null;
  result: string;
  why?: string;
}

export function sendEvents(
  test: TestApp,
  headers: { authorization: string },
  payload: object,
): Promise<LightMyRequestResponse> {
  return test.app.inject({ method: 'POST', url: '/carrier-events', headers, payload });
}

/** A booked shipment. */
export interface Booked {
  readonly shipmentId: string;
  readonly trackingNumber: string;
}

/** Makes an order that is booked with a carrier. */
export function bookOrder(
  account: TestAccount,
  warehouseId: string,
  carrierId: string = CARRIER,
): Promise<Booked> {
  return bookOrderWith(account, warehouseId, { carrier_id: carrierId });
}

/** Makes an order with these changes, which is booked at once. */
export async function bookOrderWith(
  account: TestAccount,
  warehouseId: string,
  changes: Record<string, unknown>,
): Promise<Booked> {
  const response = await account.post('/forward-order-orchestration', orderBody(warehouseId, changes));
  const { payload } = response.json();
  return { shipmentId: payload.shipment_id, trackingNumber: payload.awb_code };
}

/** The adapter of the sample rate book's carriers. */
export function offlineAdapter(test: TestApp): CarrierAdapter {
  const courier = test.service.couriers.named('offline');
  if (courier === null) throw new Error('There is no offline courier');
  return courier.open(UNCONNECTED);
}

/** For a booking whose courier has no codes and numbers of its own. */
export const UNCODED = { routingCode: null, courierOrderId: null } as const;

/** Does something while the courier gives other answers. */
export async function answeringWith<T>(
  test: TestApp,
  answers: Partial<CarrierAdapter>,
  work: () => Promise<T>,
): Promise<T> {
  const adapter = offlineAdapter(test);
  Object.assign(adapter, answers);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(answers)) Reflect.deleteProperty(adapter, name);
  }
}

/**
 * Sends a request, and does something during its first call to the courier: before the courier has received
 * it, or after it has carried it out and before it answers.
 */
export async function duringCourierCall<T>(
  test: TestApp,
  call: 'book' | 'findBooking' | 'cancel' | 'requestReattempt' | 'requestRto',
  request: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
  when: 'before' | 'after' = 'before',
): Promise<T> {
  const adapter = offlineAdapter(test);
  const ask = adapter[call] as (...told: unknown[]) => Promise<never>;
  let isFirst = true;
  let done: Promise<unknown> | undefined;
  const interrupted = async (...told: unknown[]) => {
    const isInterrupted = isFirst;
    isFirst = false;
    const interrupt = async () => {
      done = meanwhile();
      await done;
    };
    if (isInterrupted && when === 'before') await interrupt();
    const answer = await ask.apply(adapter, told);
    if (isInterrupted && when === 'after') await interrupt();
    return answer;
  };
  const answer = await answeringWith(test, { [call]: interrupted }, request);
  // A failure in it must not look like a failed courier.
  expect(done).toBeDefined();
  await done;
  return answer;
}

/** Sends a request, and does something after it has read the data and before it changes anything. */
export async function beforeItChanges<T>(
  test: TestApp,
  request: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
  by: 'change' | 'writeAtOnce' = 'change',
): Promise<T> {
  const { database } = test.service;
  const change = database[by] as (...told: unknown[]) => Promise<unknown>;
  const interrupted = async (...told: unknown[]) => {
    Reflect.deleteProperty(database, by);
    await meanwhile();
    return change.apply(database, told);
  };
  Object.assign(database, { [by]: interrupted });
  try {
    return await request();
  } finally {
    expect(Object.hasOwn(database, by)).toBe(false);
  }
}
