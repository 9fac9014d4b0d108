import { notFound } from '../../problems/problem.ts';
import { findMessage } from '../../storage/messages/messages.ts';
import type { AccountContext } from '../service.ts';
import { putInWords } from './put-in-words.ts';

/** A message as its customer sees it: the HTML of an email, the text of anything else. */
export interface MessagePreview {
  readonly html: string | null;
  readonly text: string;
}

/** @throws Problem `not_found` */
export async function previewMessage(account: AccountContext, messageId: string): Promise<MessagePreview> {
  const message = await findMessage(account.database.account(account.accountId), messageId);
  if (message === null) throw notFound('Message');
  const { words, email } = putInWords(message, account.messaging);
  return { html: email?.html ?? null, text: words.text };
}
