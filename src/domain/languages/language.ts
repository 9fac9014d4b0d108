import type { CustomerReturnReason } from '../customer-requests/customer-request.ts';
import type { Moment } from '../tracking/moments.ts';
import type { NdrReason } from '../tracking/reasons.ts';
import type { GranularStatus } from '../tracking/statuses.ts';

/** What a customer is told of a status. */
export interface StatusWords {
  readonly headline: string;
  /** What there is to say beside it; null for nothing. */
  readonly sentence: string | null;
  /** What the history says of it, where that is not the headline: there it stands among others and without the sentence. */
  readonly inHistory?: string;
}

/**
 * All that customers read, in one language. A file of its own for each: whoever speaks it can correct it without
 * knowing anything else of this project. What stands in braces, `{day}`, is filled in.
 */
export interface CustomerLanguage {
  /** BCP 47, of India: how pages name their language, and how days and times are written. */
  readonly tag: string;
  /** As its speakers call it. */
  readonly name: string;
  readonly statuses: Readonly<Record<GranularStatus, StatusWords>>;
  /** Why a delivery failed, where that can be told to a customer. */
  readonly reasons: Readonly<Partial<Record<NdrReason, string>>>;
  /** Why the carrier did not get a return at the customer's door. */
  readonly pickupReasons: Readonly<Partial<Record<NdrReason, string>>>;
  /** The steps of a parcel's way: to the customer, back to the sender, and of a return to the seller. */
  readonly journey: readonly [string, string, string, string, string];
  readonly wayBack: readonly [string, string, string, string];
  readonly returnJourney: readonly [string, string, string, string];
  readonly page: PageWords;
  readonly find: FindWords;
  readonly asking: AskingWords;
  readonly messages: MessageTexts;
}

/** What the tracking page says beside that. */
export interface PageWords {
  readonly today: string;
  readonly tomorrow: string;
  readonly yesterday: string;
  /** With `{day}`: a day to come. */
  readonly arriving: string;
  /** With `{headline}` and `{day}`: `Out for delivery: today`. */
  readonly headlineAndDay: string;
  /** With `{headline}`, `{day}` and `{time}`: `Delivered today, 4:12 pm`. */
  readonly headlineAndMoment: string;
  /** With `{amount}`. */
  readonly keepReady: string;
  readonly progress: string;
  readonly yourOrder: string;
  readonly orderNumber: string;
  readonly toPay: string;
  /** With `{count}`: `2 ×`. */
  readonly units: string;
  readonly yourParcel: string;
  readonly isFor: string;
  readonly isFrom: string;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly history: string;
  readonly timesAreIndian: string;
  /** With `{time}`. */
  readonly updated: string;
  readonly refresh: string;
  readonly help: string;
  /** With `{brand}`. */
  readonly askBrand: string;
  readonly call: string;
  readonly write: string;
  readonly message: string;
  readonly returnPolicy: string;
  /** With `{brand}`. */
  readonly visit: string;
  readonly trackAnother: string;
  /** On the page of a bare tracking number. */
  readonly moreByOrder: string;
}

/** What the form says by which customers look for a parcel. */
export interface FindWords {
  readonly title: string;
  readonly byNumber: string;
  readonly byOrder: string;
  readonly phone: string;
  readonly track: string;
  readonly notFound: string;
  readonly tooManyTries: string;
  readonly ourFault: string;
}

/** What the pages say on which a customer answers a failed delivery, or asks for a return. */
export interface AskingWords {
  readonly title: string;
  /** With `{brand}`, as all that name it. */
  readonly leadDelivery: string;
  readonly start: string;
  readonly titleReturn: string;
  /** With `{day}`, the last one. */
  readonly leadReturn: string;
  readonly startReturn: string;
  /** Why a code is asked for. */
  readonly codeLead: string;
  /** The three with `{to}`, masked. */
  readonly bySms: string;
  readonly byWhatsapp: string;
  readonly byEmail: string;
  readonly sendCode: string;
  readonly codeSent: string;
  readonly codeNotSent: string;
  readonly codeLabel: string;
  readonly goOn: string;
  readonly wrongCode: string;
  readonly anotherCode: string;
  readonly noMoreCodes: string;
  /** Of demo orders. */
  readonly madeUp: string;
  /** What a failed delivery can be answered with. */
  readonly again: string;
  readonly day: string;
  readonly anyDay: string;
  readonly landmark: string;
  readonly phone: string;
  readonly phoneNote: string;
  readonly pincodeStays: string;
  readonly refuse: string;
  readonly note: string;
  /** With `{count}`. */
  readonly photos: string;
  /** Of a return. */
  readonly reason: string;
  readonly items: string;
  readonly send: string;
  /** What is wrong with what was sent. */
  readonly empty: string;
  readonly badDay: string;
  readonly badItems: string;
  readonly badPhone: string;
  /** With `{size}`, in megabytes. */
  readonly badPhoto: string;
  readonly waits: string;
  readonly movedOn: string;
  readonly notOffered: string;
  /** What became of it. */
  readonly yourRequest: string;
  readonly waiting: string;
  readonly asking: string;
  readonly againAsked: string;
  readonly goesBack: string;
  readonly returnAccepted: string;
  readonly rejected: string;
  readonly refusedByCourier: string;
  readonly outdated: string;
  /** Why goods come back. */
  readonly reasons: Readonly<Record<CustomerReturnReason, string>>;
}

/** What messages say. In the texts of the moments, `{{order_id}}` is filled in, and a part in `[[...]]` is left out where it has nothing to fill in. */
export interface MessageTexts {
  readonly moments: Readonly<Record<Moment, MomentTexts>>;
  /** Of whoever has no name any more, and of a courier that is not known. */
  readonly nobody: string;
  readonly someCarrier: string;
  /** What follows a delivery or a pickup that failed. */
  readonly nextSteps: {
    readonly again: string;
    readonly answerPhone: string;
    readonly askIfWanted: string;
    readonly askSeller: string;
    readonly sendAddress: string;
    readonly collect: string;
    readonly pickupAgain: string;
  };
  /** Of emails. */
  readonly track: string;
  readonly pay: string;
  readonly order: string;
  readonly toPay: string;
  readonly address: string;
  readonly courier: string;
  readonly more: string;
  readonly questions: string;
  readonly call: string;
  readonly write: string;
  readonly footer: string;
  /** Of the code by which a customer asks for something. */
  readonly codeSubject: string;
  readonly code: string;
}

/** What is told of a moment. */
export interface MomentTexts {
  readonly subject: string;
  /** Of an email, in large letters. */
  readonly headline: string;
  /** In paragraphs, the first of which greets. */
  readonly email: string;
  /** By SMS and WhatsApp. */
  readonly text: string;
}
