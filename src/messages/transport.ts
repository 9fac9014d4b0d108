import type { Language } from '../domain/store.ts';
import type { Moment } from '../domain/tracking/moments.ts';
import type { EmailBody } from './email.ts';
import type { Values } from './template.ts';

export interface OutgoingEmail extends EmailBody {
  /** The same at every try, so that a repeat is recognised. */
  readonly messageId: string;
  readonly to: string;
  readonly fromName: string;
  readonly date: Date;
}

/** The reason for a message: a moment of a shipment, or a code that confirms a customer's identity. */
export type Occasion = Moment | 'code';

/** A message to a phone: the provider has the text, we give the variables. */
export interface OutgoingText {
  /** The same at every try. */
  readonly messageId: string;
  readonly moment: Occasion;
  readonly isCod: boolean;
  /** The language of its texts and values. */
  readonly language: Language;
  /** Ten digits. */
  readonly phone: string;
  readonly values: Values;
  /** The full text, for providers that accept any text. */
  readonly text: string;
}

/** The result of sending. Errors are in the provider's words, and may name the customer. */
export type SendResult =
  | { readonly outcome: 'sent'; readonly providerId: string | null }
  /** It would be refused again. */
  | { readonly outcome: 'refused'; readonly error: string }
  /** A retry may succeed; or it was accepted and the answer was lost. */
  | { readonly outcome: 'unavailable'; readonly error: string };

/** Sends messages to a provider. It answers within a bounded time and never throws. */
export interface Transport<Outgoing> {
  /** The moments that it can send. */
  readonly moments: ReadonlySet<Occasion>;
  /** Tells whether it can send this in the language; absent if it accepts any text. English always works. */
  speaks?(language: Language, message: Pick<OutgoingText, 'moment' | 'isCod'>): boolean;
  send(message: Outgoing): Promise<SendResult>;
}

/** The configured channels; others are absent. */
export interface Transports {
  readonly email?: Transport<OutgoingEmail>;
  readonly sms?: Transport<OutgoingText>;
  readonly whatsapp?: Transport<OutgoingText>;
}
