import { fieldNamed, type Sentence, say } from '../../problems/sentence.ts';
import { isCancelled } from '../orders/allowed-actions.ts';
import { type Contact, consigneeOf, type OrderDraft } from '../orders/order.ts';
import { money } from '../rupees.ts';
import type { ShipmentState } from '../tracking/state.ts';
import { isOver } from '../tracking/statuses.ts';

/** What is compared of a parcel. */
export interface ParcelContent extends Pick<OrderDraft, 'billing' | 'shipping'> {
  /** The shop's number of the order, also with an end that makes it unique here: `1001-R2`. */
  readonly displayId: string;
  readonly items: readonly Pick<OrderDraft['items'][number], 'name' | 'sku' | 'units'>[];
  /** What the courier collects; null if the shop does not say how much of it is this parcel's. */
  readonly codAmountPaise: number | null;
}

/** What a shop wants of a parcel: by its order as last read, the rules, and what people corrected. */
export type WantedParcel =
  | { readonly kind: 'ship'; readonly content: ParcelContent }
  /** To be shipped, but a person must correct or confirm it first. */
  | { readonly kind: 'unclear'; readonly why: Sentence }
  /** Not yet: it is on hold, or not paid. */
  | { readonly kind: 'hold' }
  /** `sent`: without us. */
  | { readonly kind: 'none'; readonly because: 'cancelled' | 'unwanted' | 'sent'; readonly why: Sentence };

/**
 * How far a parcel has come. `missing`: it has no order here. `over`: lost, brought back, or sent in another way. A parcel whose booking
 * is not answered yet is `booked`.
 */
export const PARCEL_STAGES = [
  'missing',
  'unbooked',
  'cancelled',
  'booked',
  'picked_up',
  'coming_back',
  'delivered',
  'over',
] as const;
export type ParcelStage = (typeof PARCEL_STAGES)[number];

/** What we have of a parcel. */
export type OwnParcel =
  | { readonly stage: 'missing' }
  | {
      readonly stage: 'cancelled';
      /** True if nobody here has decided against it: the shop did not want it, or its courier has cancelled it. */
      readonly mayBeMadeAgain: boolean;
    }
  | {
      readonly stage: Exclude<ParcelStage, 'missing' | 'cancelled'>;
      readonly content: ParcelContent;
      /** True if this version of the shop's order was compared before: what differs now was changed here. */
      readonly isFollowed: boolean;
    };

/** What this service can do about a task, if a person wants it. */
export const TASK_ACTIONS = ['ship_again', 'cancel_shipment', 'return_to_origin'] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

/** What a person must decide. */
export interface ParcelTask {
  readonly task: Sentence;
  /** Null if it can be done only elsewhere. */
  readonly action: TaskAction | null;
}

/** What is to be done about a parcel. */
export type ParcelStep =
  | { readonly kind: 'make' }
  | { readonly kind: 'make_again' }
  /** Our order becomes what the shop wants. */
  | { readonly kind: 'change' }
  /** The courier is asked to change it; if it cannot, a person decides. */
  | ({ readonly kind: 'change_at_courier' } & ParcelTask)
  | { readonly kind: 'cancel' }
  /** It cannot be booked for now. */
  | { readonly kind: 'hold'; readonly why: Sentence }
  /** Nothing is made yet. */
  | { readonly kind: 'wait'; readonly why: Sentence }
  /** Nothing is made. */
  | { readonly kind: 'skip'; readonly state: 'cancelled' | 'skipped'; readonly why: Sentence }
  /** A person must correct or confirm it before it is made. */
  | { readonly kind: 'ask' }
  | ({ readonly kind: 'decide' } & ParcelTask)
  /** Both are as they should be, so that no task is left. */
  | { readonly kind: 'done' }
  /** Nothing is new: a task that is open stays. */
  | { readonly kind: 'keep' };

/** Compares what a shop wants of a parcel with what we have, and says what is to be done. */
export function compareParcel(wanted: WantedParcel, own: OwnParcel): ParcelStep {
  switch (wanted.kind) {
    case 'ship':
      return toShip(wanted.content, own);
    case 'unclear':
      return unclear(wanted.why, own);
    case 'hold':
      return toHold(own);
    case 'none':
      return notToShip(wanted, own);
  }
}

function toShip(wanted: ParcelContent, own: OwnParcel): ParcelStep {
  if (own.stage === 'missing') return { kind: 'make' };
  if (own.stage === 'cancelled') {
    if (own.mayBeMadeAgain) return { kind: 'make_again' };
    return decide(CANCELLED_HERE, 'ship_again');
  }
  if (own.stage === 'coming_back') return decide(COMES_BACK, null);
  if (own.isFollowed) return { kind: 'keep' };
  if (own.stage === 'unbooked') return { kind: 'change' };
  if (own.stage === 'over') return { kind: 'done' };
  if (own.stage === 'delivered') {
    // What the shop calls paid after the delivery is the cash that the courier collected.
    const cash = wanted.codAmountPaise === 0 ? null : differenceOfCash(wanted, own.content);
    return cash === null ? { kind: 'done' } : decide(changed([cash]), null);
  }
  const units = differenceOfUnits(wanted, own.content);
  const number = differenceOfNumber(wanted, own.content);
  const others = [differenceOfAddress(wanted, own.content), differenceOfCash(wanted, own.content)];
  const differences = [number, units, ...others].filter((one) => one !== null);
  if (differences.length === 0) return { kind: 'done' };
  const task = changed(differences);
  if (own.stage === 'picked_up') return decide(task, null);
  const kind = units === null && number === null ? 'change_at_courier' : 'decide';
  return { kind, task, action: 'cancel_shipment' };
}

function unclear(why: Sentence, own: OwnParcel): ParcelStep {
  if (own.stage === 'missing') return { kind: 'ask' };
  if (own.stage === 'cancelled') return { kind: 'keep' };
  if (own.stage === 'delivered' || own.stage === 'over') return { kind: 'done' };
  if (own.isFollowed) return { kind: 'keep' };
  return decide(
    say('order_cannot_follow', 'It changed in the shop, but our order cannot follow: {problems}', {
      problems: why,
    }),
    own.stage === 'booked' ? 'cancel_shipment' : null,
  );
}

function toHold({ stage }: OwnParcel): ParcelStep {
  switch (stage) {
    case 'missing':
      return { kind: 'wait', why: ON_HOLD };
    case 'unbooked':
      return { kind: 'hold', why: ON_HOLD };
    case 'booked':
      return decide(HELD_BUT_BOOKED, 'cancel_shipment');
    case 'picked_up':
      return decide(HELD_BUT_PICKED_UP, 'return_to_origin');
    case 'cancelled':
      return { kind: 'keep' };
    case 'coming_back':
    case 'delivered':
    case 'over':
      return { kind: 'done' };
  }
}

function notToShip(
  { because, why }: Extract<WantedParcel, { kind: 'none' }>,
  { stage }: OwnParcel,
): ParcelStep {
  switch (stage) {
    case 'missing':
      return { kind: 'skip', state: because === 'cancelled' ? 'cancelled' : 'skipped', why };
    case 'unbooked':
      return { kind: 'cancel' };
    case 'booked':
      // Merchants also mark what we ship as sent.
      if (because === 'sent') return { kind: 'done' };
      return decide(because === 'cancelled' ? CANCELLED_BUT_BOOKED : UNWANTED_BUT_BOOKED, 'cancel_shipment');
    case 'picked_up':
      if (because === 'sent') return { kind: 'done' };
      return decide(
        say(
          'unwanted_but_picked_up',
          '{why}, but the courier has picked it up: have it brought back, or let it be delivered',
          { why },
        ),
        'return_to_origin',
      );
    case 'cancelled':
    case 'coming_back':
    case 'delivered':
    case 'over':
      return { kind: 'done' };
  }
}

function decide(task: Sentence, action: TaskAction | null): ParcelStep {
  return { kind: 'decide', task, action };
}

/** Why a parcel waits. */
export const ON_HOLD = say('on_hold_in_shop', 'The shop has put it on hold, or waits for its payment');
const HELD_BUT_BOOKED = say(
  'held_but_booked',
  'The shop has put it on hold, or waits for its payment, but a courier has it: cancel the shipment, or ship it anyway',
);
const HELD_BUT_PICKED_UP = say(
  'held_but_picked_up',
  'The shop has put it on hold, or waits for its payment, but the courier has picked it up: have it brought back, or let it be delivered',
);
const UNWANTED_BUT_BOOKED = say(
  'not_wanted_but_booked',
  'The shop does not want it shipped any more, but a courier has it: cancel the shipment, or ship it anyway',
);
/** What a person must do about an order that was cancelled in the shop after its booking. */
export const CANCELLED_BUT_BOOKED = say(
  'cancelled_but_booked',
  'It was cancelled in the shop after it was booked: cancel the shipment, or ask the courier to bring it back',
);
const CANCELLED_HERE = say(
  'cancelled_here_but_wanted',
  'It was cancelled here, but the shop still wants it shipped: ship it again, or cancel it in the shop',
);
const COMES_BACK = say(
  'comes_back_but_wanted',
  'It comes back, but the shop still wants it shipped: send it again, or cancel it in the shop',
);

/** A task names no values of an address: they are personal. */
function changed(differences: readonly Sentence[]): Sentence {
  return say('differs_after_booking', 'It changed in the shop after it was booked: {differences}', {
    differences,
  });
}

const COMPARED = {
  firstName: 'customer_name',
  lastName: 'last_name',
  phone: 'phone',
  address: 'address',
  address2: 'address_2',
  city: 'city',
  pincode: 'pincode',
  state: 'state',
} as const satisfies Partial<Record<keyof Contact, string>>;

function differenceOfAddress(wanted: ParcelContent, ours: ParcelContent): Sentence | null {
  const [to, from] = [consigneeOf(wanted), consigneeOf(ours)];
  const names = Object.keys(COMPARED) as (keyof typeof COMPARED)[];
  const differing = names.filter((name) => to[name] !== from[name]);
  if (differing.length === 0) return null;
  const of = wanted.shipping === null ? 'billing' : 'shipping';
  return say('differs_in_address', 'its address is another one ({fields})', {
    fields: differing.map((name) => fieldNamed(`${of}_${COMPARED[name]}`)),
  });
}

/** Sending one parcel also changes the order in the shop, and may move a paisa of the cash to another parcel. */
function differenceOfCash(wanted: ParcelContent, ours: ParcelContent): Sentence | null {
  const [to, from] = [wanted.codAmountPaise, ours.codAmountPaise ?? 0];
  if (to === null || Math.abs(to - from) <= 1) return null;
  return say('differs_in_cash', 'collect {to} instead of {from}: ask the courier', {
    to: money(to),
    from: money(from),
  });
}

/** Our order keeps its id: customers may have it already. */
function differenceOfNumber(wanted: ParcelContent, ours: ParcelContent): Sentence | null {
  const [to, from] = [wanted.displayId, ours.displayId];
  const isSame = from === to || from.startsWith(`${to}-`) || to.length > LONGEST_COMPARED;
  return isSame ? null : say('differs_in_number', 'its number is {to} instead of {from}', { to, from });
}

/** Longer numbers may have been cut for our id. */
const LONGEST_COMPARED = 40;

function differenceOfUnits(wanted: ParcelContent, ours: ParcelContent): Sentence | null {
  const [to, from] = [unitsOf(wanted), unitsOf(ours)];
  const differing = [...new Set([...from.keys(), ...to.keys()])].filter(
    (name) => to.get(name) !== from.get(name),
  );
  if (differing.length === 0) return null;
  return say('differs_in_units', 'its units are others ({items})', {
    items: differing.map((name) =>
      say('units_instead', '{to} instead of {from} of {item}', {
        ...{ to: to.get(name) ?? 0, from: from.get(name) ?? 0 },
        item: name,
      }),
    ),
  });
}

function unitsOf({ items }: ParcelContent): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { name, sku, units: count } of items) {
    const named = sku ?? name;
    units.set(named, (units.get(named) ?? 0) + count);
  }
  return units;
}

/** How far a shipment has come. */
export function stageOf(state: ShipmentState, bookingId: string | null): Exclude<ParcelStage, 'missing'> {
  const { status, phase } = state;
  if (isCancelled(state)) return 'cancelled';
  if (status === 'delivered') return 'delivered';
  if (isOver(status)) return 'over';
  if (status.startsWith('rto_')) return 'coming_back';
  if (phase === 'before_pickup') return bookingId === null ? 'unbooked' : 'booked';
  return 'picked_up';
}
