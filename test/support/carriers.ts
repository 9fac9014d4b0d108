import type { LightMyRequestResponse } from 'fastify';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createCarrierCredential } from '../../src/usecases/create-carrier-credential.ts';
import type { TestAccount, TestApp } from './app.ts';
import { API, orderBody } from './orders.ts';

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
export async function bookOrder(
  test: TestApp,
  account: TestAccount,
  warehouseId: string,
  carrierId: string = CARRIER,
): Promise<Booked> {
  const response = await test.app.inject({
    method: 'POST',
    url: `${API}/forward-order-orchestration`,
    headers: account.headers,
    payload: orderBody(warehouseId, { carrier_id: carrierId }),
  });
  const { payload } = response.json();
  return { shipmentId: payload.shipment_id, trackingNumber: payload.awb_code };
}
