import type { CustomerReturnReason } from '../customer-requests/customer-request.ts';
import type { Moment } from '../tracking/moments.ts';
import type { NdrReason } from '../tracking/reasons.ts';
import type { GranularStatus } from '../tracking/statuses.ts';

export interface StatusWords {
  readonly headline: string;
  /** A sentence below the headline; null for no sentence. */
  readonly sentence: string | null;
  /** The text in the history, where it differs from the headline. */
  readonly inHistory?: string;
}

/**
 * All texts for customers in one language. Each language has a separate file, so that a speaker can correct
 * it without knowing this project. Placeholders in braces, `{day}`, are filled in.
 */
export interface CustomerLanguage {
  /** The BCP 47 tag for India: the `lang` of pages, and the format of days and times. */
  readonly tag: string;
  readonly name: string;
  readonly statuses: Readonly<Record<GranularStatus, StatusWords>>;
  /** The reasons for a failed delivery that a customer may see. */
  readonly reasons: Readonly<Partial<Record<NdrReason, string>>>;
  /** The reasons why the carrier did not pick up a return at the customer's door. */
  readonly pickupReasons: Readonly<Partial<Record<NdrReason, string>>>;
  /** The steps of a parcel on each way: to the customer, back to the sender, as a return to the seller. */
  readonly journey: readonly [string, string, string, string, string];
  readonly wayBack: readonly [string, string, string, string];
  readonly returnJourney: readonly [string, string, string, string];
  readonly page: PageWords;
  readonly find: FindWords;
  readonly asking: CustomerRequestTexts;
  readonly messages: MessageTexts;
}

export interface PageWords {
  readonly today: string;
  readonly tomorrow: string;
  readonly yesterday: string;
  /** With `{day}`, a day in the future. */
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
  /** `{total}`: the amount of the whole order, if less is to pay on delivery. */
  readonly partPayment: string;
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
  /** On the page that was opened by tracking number only. */
  readonly moreByOrder: string;
}

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

export interface CustomerRequestTexts {
  readonly title: string;
  /** Contains `{brand}`, like every text that names the brand. */
  readonly leadDelivery: string;
  /** Instead of `leadDelivery`, if another day can be chosen. */
  readonly leadDay: string;
  /** The same, on the page that was opened by tracking number only. */
  readonly dayByLink: string;
  readonly start: string;
  readonly titleReturn: string;
  /** Contains `{day}`, the last day for a return. */
  readonly leadReturn: string;
  readonly startReturn: string;
  /** The reason for the code. */
  readonly codeLead: string;
  /** These three contain `{to}`, a masked address or number. */
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
  /** For demo orders. */
  readonly madeUp: string;
  /** Answers to a failed delivery. */
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
  /** For a return. */
  readonly reason: string;
  readonly items: string;
  readonly send: string;
  /** Errors of the form. */
  readonly empty: string;
  readonly badDay: string;
  readonly badItems: string;
  readonly badPhone: string;
  /** With `{size}`, in megabytes. */
  readonly badPhoto: string;
  readonly waits: string;
  readonly movedOn: string;
  readonly notOffered: string;
  /** Results of a request. */
  readonly yourRequest: string;
  readonly waiting: string;
  readonly asking: string;
  /** The merchant's approval; the result follows. */
  readonly approved: string;
  readonly againAsked: string;
  readonly goesBack: string;
  readonly returnAccepted: string;
  readonly trackReturn: string;
  readonly rejected: string;
  readonly refusedByCourier: string;
  readonly outdated: string;
  /** The reasons for a return. */
  readonly reasons: Readonly<Record<CustomerReturnReason, string>>;
}

/** Texts of messages. `{{order_id}}` is filled in; a part in `[[...]]` is left out if its placeholder is empty. */
export interface MessageTexts {
  readonly moments: Readonly<Record<Moment, MomentTexts>>;
  /** Replacements for an erased name and an unknown courier. */
  readonly nobody: string;
  readonly someCarrier: string;
  /** The sentence after a failed delivery or pickup. */
  readonly nextSteps: {
    readonly again: string;
    readonly answerPhone: string;
    /** Instead of the two above, if a day can be chosen; the others with a day have the same purpose. */
    readonly chooseDay: string;
    readonly askIfWanted: string;
    readonly chooseDayIfWanted: string;
    readonly askSeller: string;
    readonly sendAddress: string;
    readonly sendAddressAndChooseDay: string;
    readonly collect: string;
    readonly pickupAgain: string;
  };
  /** For emails. */
  readonly track: string;
  readonly chooseDay: string;
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
  /** The message with the code that confirms a customer request. */
  readonly codeSubject: string;
  readonly code: string;
}

export interface MomentTexts {
  readonly subject: string;
  readonly headline: string;
  /** Paragraphs; the first one greets the customer. */
  readonly email: string;
  /** The text for SMS and WhatsApp. */
  readonly text: string;
}
