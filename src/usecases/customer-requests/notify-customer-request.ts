import type { RequestKind, RequestState } from '../../domain/customer-requests/customer-request.ts';
import { detailsOf, type Sentence } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  findRequest,
  type RequestOutcome,
  refuseDoneRequest,
  settleRequest,
} from '../../storage/customer-requests/requests.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';

export interface NotifiedRequest {
  readonly id: string;
  readonly kind: RequestKind;
  readonly shipmentId: string;
  readonly trackingNumber: string | null;
  readonly orderId: string;
}

/** Notifies webhook endpoints of a request, in the transaction that creates or settles it. */
export async function notifyCustomerRequest(
  { emitWebhooks }: Pick<AnnouncementParts, 'emitWebhooks'>,
  writer: AccountWriter,
  event: 'request.created' | 'request.decided',
  request: NotifiedRequest,
  { state, answer }: { readonly state: RequestState; readonly answer: Sentence | null },
): Promise<void> {
  const { accountId, now } = writer;
  const data = {
    request_id: request.id,
    kind: request.kind,
    state,
    answer: answer?.text ?? null,
    shipment_id: request.shipmentId,
    tracking_number: request.trackingNumber,
    order_id: request.orderId,
  };
  await emitWebhooks(writer.acrossAccounts, [accountId], () => [
    { accountId, shipmentId: null, event, at: now.getTime(), data },
  ]);
}

/**
 * Settles a waiting request, and sends notifications.
 *
 * @param isClaimed set if the caller has claimed the request; otherwise it must not be claimed
 * @returns false if the request is already settled, or claimed by another process
 */
export async function decideRequest(
  service: Pick<AnnouncementParts, 'emitWebhooks'>,
  writer: AccountWriter,
  request: NotifiedRequest,
  outcome: RequestOutcome,
  isClaimed: boolean,
): Promise<boolean> {
  if (!(await settleRequest(writer, request.id, outcome, isClaimed))) return false;
  const { state, answer, returnShipmentId } = outcome;
  await writer.record({
    action: `request.${state}`,
    subjectKind: 'request',
    subjectId: request.id,
    changes: {
      shipment_id: request.shipmentId,
      kind: request.kind,
      answer: answer?.text ?? null,
      ...(answer !== null && { answer_details: detailsOf(answer) }),
      return_id: returnShipmentId,
    },
  });
  await notifyCustomerRequest(service, writer, 'request.decided', request, outcome);
  return true;
}

/** Changes a customer's request to refused, because the courier first accepted it and now refuses it. */
export async function refuseLate(
  service: Pick<AnnouncementParts, 'emitWebhooks'>,
  writer: AccountWriter,
  shipmentId: string,
  refusal: { readonly kind: 'reattempt' | 'refusal'; readonly answer: Sentence },
): Promise<void> {
  const requestId = await refuseDoneRequest(writer, shipmentId, refusal);
  const request = requestId === null ? null : await findRequest(writer, requestId);
  if (request !== null) await notifyCustomerRequest(service, writer, 'request.decided', request, request);
}
