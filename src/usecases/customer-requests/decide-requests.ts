import { SYSTEM } from '../../domain/actor.ts';
import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import { notFound } from '../../problems/problem.ts';
import { asWritten } from '../../problems/sentence.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import {
  type CustomerRequest,
  findPhoto,
  findRequest,
  listOutdatedRequests,
  listRequests,
  type RequestFilters,
} from '../../storage/customer-requests/requests.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { type AccountActor, type AccountContext, changeBy, type Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { type Approval, carryOutRequest } from './carry-out-request.ts';
import { decidedAlready, isDecidedBy } from './decided-already.ts';
import { decideRequest } from './notify-customer-request.ts';

export type { Approval, CustomerRequest };

export function listAccountRequests(
  { database, accountId }: AccountActor,
  filters: RequestFilters & NewestPage,
): Promise<Newest<CustomerRequest>> {
  return listRequests(database.account(accountId), filters);
}

/**
 * Approves a request and carries it out. Has no effect if the same person has already approved it.
 *
 * @throws Problem `not_found`; `refused`, as `carryOutRequest`
 */
export async function approveRequest(
  account: AccountContext & BookingParts,
  requestId: string,
  approval: Approval,
): Promise<CustomerRequest> {
  const request = await readRequest(account, requestId);
  if (request.state === 'done' && isDecidedBy(request, account.actor)) return request;
  await carryOutRequest(account, requestId, approval);
  return readRequest(account, requestId);
}

/**
 * Rejects a request. Has no effect if the same person has already rejected it.
 *
 * @param note the text for the customer
 * @throws Problem `not_found`; `refused` if it was decided otherwise
 */
export async function rejectRequest(
  account: AccountActor & Pick<AnnouncementParts, 'emitWebhooks'>,
  requestId: string,
  note: string | null,
): Promise<CustomerRequest> {
  const request = await readRequest(account, requestId);
  if (request.state === 'rejected' && isDecidedBy(request, account.actor)) return request;
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const outcome = {
      state: 'rejected',
      answer: note === null ? null : asWritten(note),
      returnShipmentId: null,
    } as const;
    if (!(await decideRequest(account, writer, request, outcome, false))) {
      throw decidedAlready(await readRequest(account, requestId), account.actor);
    }
  });
  return readRequest(account, requestId);
}

/** Returns a photo of a request by its position, from 1. @throws Problem `not_found` */
export async function readPhoto(
  { database, accountId }: AccountActor,
  requestId: string,
  position: number,
): Promise<Buffer> {
  const photo = await findPhoto(database.account(accountId), requestId, position);
  if (photo === null) throw notFound('Photo');
  return photo;
}

async function readRequest(account: AccountActor, requestId: string): Promise<CustomerRequest> {
  const request = await findRequest(account.database.account(account.accountId), requestId);
  if (request === null) throw notFound('Request');
  return request;
}

/** Closes requests about failed deliveries if their parcels have moved on. */
export async function closeOutdatedRequests(service: Service & AnnouncementParts): Promise<void> {
  for (const { accountId, requestId } of await listOutdatedRequests(service.database, service.now())) {
    const request = await findRequest(service.database.account(accountId), requestId);
    if (request === null) continue;
    await service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.skipAudit('its settlement is recorded');
      const shipment = (await lockShipments(writer, [request.shipmentId])).get(request.shipmentId);
      if (shipment !== undefined && actionRefusal('reattempt', shipment.state) === null) return;
      const outcome = { state: 'outdated', answer: null, returnShipmentId: null } as const;
      await decideRequest(service, writer, request, outcome, false);
    });
  }
}
