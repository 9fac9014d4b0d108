import { notFound } from '../../problems/problem.ts';
import { findMessage } from '../../storage/messages/messages.ts';
import { readBrands } from '../../storage/stores/brands.ts';
import type { AccountContext } from '../service.ts';
import type { MessageParts } from './messaging.ts';
import { renderMessage } from './render-message.ts';

/** A message as the customer sees it: the HTML of an email, else the text. */
export interface MessagePreview {
  readonly html: string | null;
  readonly text: string;
}

export type PreviewedBrand = 'as_made' | 'current';

/** @throws Problem `not_found` */
export async function previewMessage(
  account: AccountContext & MessageParts,
  messageId: string,
  previewed: PreviewedBrand,
): Promise<MessagePreview> {
  const scope = account.database.account(account.accountId);
  const made = await findMessage(scope, messageId);
  if (made === null) throw notFound('Message');
  const brand =
    previewed === 'current' ? (await readBrands(scope, [made.shipmentId])).get(made.shipmentId) : undefined;
  const message =
    brand === undefined ? made : { ...made, fromName: brand.name, logo: brand.logo, color: brand.color };
  const { words, email } = renderMessage(message, account.messaging);
  return { html: email?.html ?? null, text: words.text };
}
