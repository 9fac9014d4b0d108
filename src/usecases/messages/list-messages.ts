import { maskEmail, maskPhone } from '../../domain/messages/mask.ts';
import { type SmsSegments, smsSegments } from '../../domain/messages/sms-segments.ts';
import type { Language } from '../../domain/store.ts';
import {
  countMessages,
  hasMoreMessages,
  listMessages,
  type MessageFilters,
  type StoredMessage,
} from '../../storage/messages/messages.ts';
import { COUNTED_AT_ONCE, countInQueue } from '../count-in-queue.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import type { MessageParts, Messaging } from './messaging.ts';
import { renderMessage } from './render-message.ts';

export interface MessageView
  extends Pick<
    StoredMessage,
    | 'messageId'
    | 'shipmentId'
    | 'moment'
    | 'channel'
    | 'status'
    | 'fromName'
    | 'error'
    | 'createdAt'
    | 'sentAt'
  > {
  /** The masked address; null if it was erased. */
  readonly to: string | null;
  readonly language: Language;
  readonly subject: string | null;
  readonly text: string;
  /** Null for other channels than SMS. */
  readonly sms: SmsSegments | null;
}

/** Returns the account's messages, newest first, with their total. @throws Problem as `countInQueue` */
export async function listAccountMessages(
  account: AccountContext & ListingParts & MessageParts,
  filters: MessageFilters,
  signal: AbortSignal,
): Promise<{ rows: MessageView[]; total: number; next: string | null }> {
  const { database, accountId } = account;
  const { found, few } = await database.readInSnapshot(accountId, async (scope) => {
    const isLight = filters.shipmentId !== null || !(await hasMoreMessages(scope, COUNTED_AT_ONCE));
    return {
      found: await listMessages(scope, { ...filters, limit: filters.limit + 1 }),
      few: isLight ? await countMessages(scope, filters) : null,
    };
  });
  const total = few ?? (await countInQueue(account, signal, (scope) => countMessages(scope, filters)));
  const page = found.slice(0, filters.limit);
  return {
    rows: page.map((message) => viewOf(message, account.messaging)),
    total,
    next: found.length > filters.limit ? (page.at(-1)?.messageId ?? null) : null,
  };
}

function viewOf(message: StoredMessage, messaging: Messaging): MessageView {
  const { words, email, language } = renderMessage(message, messaging);
  return {
    ...message,
    to: message.to === null ? null : masked(message.channel, message.to),
    language,
    subject: words.subject,
    text: email?.text ?? words.text,
    sms: message.channel === 'sms' ? smsSegments(words.text) : null,
  };
}

function masked(channel: StoredMessage['channel'], to: string): string {
  return channel === 'email' ? maskEmail(to) : maskPhone(to);
}
