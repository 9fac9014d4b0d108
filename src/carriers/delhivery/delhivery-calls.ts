import { type AnswerFields, fieldsOf } from '../../partners/answer-fields.ts';
import { LostAnswerError, type PartnerAnswer, type PartnerRequest } from '../../partners/partner.ts';
import { say } from '../../problems/sentence.ts';
import type { ActionAnswer } from '../carrier-adapter.ts';
import type { CourierConnection } from '../courier.ts';
import { contentOf, delhiveryRefusal, refusalIn, refusedBecause } from './answers.ts';
import { type KnownParcel, readParcels } from './known-parcels.ts';

export class DelhiveryCalls {
  readonly #connection: CourierConnection;

  constructor(connection: CourierConnection) {
    this.#connection = connection;
  }

  get(call: string, path: string, signal: AbortSignal): Promise<PartnerAnswer> {
    return this.#send({ call, method: 'GET', path, isSafeToRepeat: true }, signal);
  }

  /** Sends JSON. All calls except decisions about failed deliveries are idempotent. */
  post(call: string, path: string, body: unknown, signal: AbortSignal): Promise<PartnerAnswer> {
    const headers = { 'content-type': 'application/json' };
    const isSafeToRepeat = call !== 'ndr';
    return this.#send(
      { call, method: 'POST', path, headers, body: JSON.stringify(body), isSafeToRepeat },
      signal,
    );
  }

  create(body: string, signal: AbortSignal): Promise<PartnerAnswer> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = '/api/cmu/create.json';
    return this.#send({ call: 'create', method: 'POST', path, headers, body, isSafeToRepeat: false }, signal);
  }

  /** Tracks parcels. @param query `waybill=...` or `ref_ids=...` */
  async track(query: string, signal: AbortSignal): Promise<KnownParcel[]> {
    const answer = await this.get('track', `/api/v1/packages/json/?${query}`, signal);
    const refusal = delhiveryRefusal(answer);
    if (refusal !== null) throw new LostAnswerError(refusal);
    return readParcels(contentOf(answer));
  }

  /** Changes or cancels a parcel. The status is `true` on success, and a text otherwise. */
  async edit(body: AnswerFields, signal: AbortSignal): Promise<ActionAnswer> {
    const answer = await this.post('edit', '/api/p/edit', body, signal);
    const refusal = delhiveryRefusal(answer);
    if (refusal !== null) return refusedBecause(refusal);
    const content = contentOf(answer);
    if (/^(true|success)$/i.test(String(fieldsOf(content).status))) return { outcome: 'done' };
    return refusedBecause(refusalIn(content, say('says_not_done', 'says: it was not done')));
  }

  cancel(waybill: string, signal: AbortSignal): Promise<ActionAnswer> {
    return this.edit({ waybill, cancellation: 'true' }, signal);
  }

  #send(request: PartnerRequest, signal: AbortSignal): Promise<PartnerAnswer> {
    const authorization = `Token ${this.#connection.settings.token ?? ''}`;
    return this.#connection.requests.send(
      { ...request, headers: { accept: 'application/json', authorization, ...request.headers } },
      signal,
    );
  }
}
