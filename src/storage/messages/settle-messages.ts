import type { MessageStatus } from '../../domain/messages/channel.ts';
import type { Language } from '../../domain/store.ts';
import type { Sentence } from '../../problems/sentence.ts';
import type { AccountWriter } from '../account-scope.ts';
import { type Finder, isAbandoned } from '../booking/processes.ts';
import { storedSentence } from '../stored-sentence.ts';

const CLAIM = {
  name: 'claim-message',
  text: `update messages m set status = case when o.is_demo then 'preview' else m.status end,
      claimed_until = case when not o.is_demo then $3::timestamptz end, claimed_by = $5::uuid,
      tries = m.tries + (not o.is_demo)::integer
    from shipments s join orders o using (account_id, order_id)
    where m.account_id = $1 and m.message_id = $2 and s.account_id = $1 and s.shipment_id = m.shipment_id
      and m.status = 'queued' and m.due_at <= $4
      and ((m.claimed_until is null and $7) or m.claimed_until <= $4
        or (m.claimed_by is not null and ${isAbandoned('m.claimed_by', 'm.message_id', ['$5', '$6'])}))
    returning m.status`,
};

/**
 * Claims a due message, so that no other process sends it. A message of a demo order becomes a preview,
 * however it was queued: every message is claimed here before it reaches a transport.
 *
 * @param until the time when the message becomes free again, if this process hangs. If the process dies, or
 * has given up the claim without an answer of the database, the message is free as soon as that is known
 * @param isFirst false if an earlier job of this process is about to claim it; then only an expired claim is taken over
 * @returns false if it is not due, is claimed or settled, or its order is a demo order
 */
export async function claimMessage(
  writer: AccountWriter,
  messageId: string,
  { now, until, finder, isFirst }: { now: Date; until: Date; finder: Finder; isFirst: boolean },
): Promise<boolean> {
  const parameters = [messageId, until, now, finder.processId, finder.inFlight, isFirst];
  const [claimed] = await writer.change<{ status: MessageStatus }>(CLAIM, parameters);
  return claimed?.status === 'queued';
}

export type MessageOutcome =
  | { readonly status: 'sent'; readonly providerId: string | null; readonly language: Language }
  | { readonly status: 'failed'; readonly error: Sentence }
  /** The message is tried again. */
  | { readonly status: 'queued'; readonly error: Sentence; readonly dueAt: Date };

const SETTLE = {
  name: 'settle-message',
  text: `update messages set status = $3, provider_id = $4, error = $5, due_at = coalesce($6, due_at),
      sent_at = case when $3 = 'sent'::message_status then $7::timestamptz end, claimed_until = null,
      language = coalesce($9, language)
    where account_id = $1 and message_id = $2 and status = 'queued' and claimed_until = $8
    returning 1`,
};

/** @returns false if the claim expired, and another process has settled the message or works on it */
export async function settleMessage(
  writer: AccountWriter,
  messageId: string,
  { claimedUntil, outcome }: { claimedUntil: Date; outcome: MessageOutcome },
): Promise<boolean> {
  const rows = await writer.change(SETTLE, [
    messageId,
    outcome.status,
    outcome.status === 'sent' ? outcome.providerId : null,
    outcome.status === 'sent' ? null : storedSentence(outcome.error),
    outcome.status === 'queued' ? outcome.dueAt : null,
    writer.now,
    claimedUntil,
    outcome.status === 'sent' ? outcome.language : null,
  ]);
  return rows.length > 0;
}
