import type { Language } from '../domain/store.ts';
import type { Moment } from '../domain/tracking/moments.ts';
import type { EmailBody } from './email.ts';
import type { Values } from './template.ts';

/** An email to hand over. */
export interface OutgoingEmail extends EmailBody {
  /** The same at every try, so that a repeat is recognised. */
  readonly messageId: string;
  readonly to: string;
  readonly fromName: string;
  readonly date: Date;
}

/** The reason for a message: a moment of a shipment, or a code that confirms a customer's identity. */
export type Occasion = Moment | 'code';

/** A message to a phone to hand over: the provider has the words, we give the variables. */
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
  /** The message as we would write it, for providers that take any. */
  readonly text: string;
}

/** The result of sending. Errors are the provider's words, and may name the customer. */
export type SendResult =
  | { readonly outcome: 'sent'; readonly providerId: string | null }
  /** It would be refused again. */
  | { readonly outcome: 'refused'; readonly error: string }
  /** It may be taken later; or it was taken, and the answer was lost. */
  | { readonly outcome: 'unavailable'; readonly error: string };

/** A way to hand messages to a provider. It answers within a bounded time and never throws. */
export interface Transport<Outgoing> {
  /** The moments that it can send. */
  readonly moments: ReadonlySet<Occasion>;
  /** Tells whether it can send this in the language; left out if it takes any text. English always works. */
  speaks?(language: Language, message: Pick<OutgoingText, 'moment' | 'isCod'>): boolean;
  send(message: Outgoing): Promise<SendResult>;
}

/** The configured channels; others are absent. */
export interface Transports {
  readonly email?: Transport<OutgoingEmail>;
  readonly sms?: Transport<OutgoingText>;
  readonly whatsapp?: Transport<OutgoingText>;
}
