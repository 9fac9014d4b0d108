import type { Language } from '../domain/store.ts';
import type { Moment } from '../domain/tracking/moments.ts';
import type { Sentence } from '../problems/sentence.ts';
import type { EmailBody } from './email.ts';
import type { Values } from './template.ts';

export interface OutgoingEmail extends EmailBody {
  /** The same for every attempt, so that a repeat is recognised. */
  readonly messageId: string;
  readonly to: string;
  readonly fromName: string;
  readonly date: Date;
}

/** The reason for a message: a moment of a shipment, or a code that confirms a customer's identity. */
export type Occasion = Moment | 'code';

/** A message to a phone: the provider has the text, and we give the variables. */
export interface OutgoingText {
  /** The same for every attempt. */
  readonly messageId: string;
  readonly moment: Occasion;
  readonly isCod: boolean;
  readonly language: Language;
  /** Ten digits. */
  readonly phone: string;
  readonly values: Values;
  /** The full text, for providers that accept any text. */
  readonly text: string;
}

/** The result of sending. Errors have the provider's text and may name the customer. */
export type SendResult =
  | { readonly outcome: 'sent'; readonly providerId: string | null }
  /** A retry would be refused again. */
  | { readonly outcome: 'refused'; readonly error: Sentence }
  /** A retry may succeed. Or the message was accepted and the answer was lost. */
  | { readonly outcome: 'unavailable'; readonly error: Sentence };

/** Sends messages to a provider. `send` answers within a limited time and never throws. */
export interface Transport<Outgoing> {
  /** The moments for which this transport can send messages. */
  readonly moments: ReadonlySet<Occasion>;
  /** Tells whether the language can be used. Absent if any text is accepted; English always works. */
  speaks?(language: Language, message: Pick<OutgoingText, 'moment' | 'isCod'>): boolean;
  send(message: Outgoing): Promise<SendResult>;
}

/** The configured channels; others are absent. */
export interface Transports {
  readonly email?: Transport<OutgoingEmail>;
  readonly sms?: Transport<OutgoingText>;
  readonly whatsapp?: Transport<OutgoingText>;
}
