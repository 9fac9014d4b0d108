import { partnerSays } from '../../partners/partner.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { WaitingOrders } from '../../storage/shops/shop-orders.ts';
import type { StoredShop } from '../../storage/shops/shops.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A shop that has not answered for this long is silent: its owners are told. */
export const SILENT_MS = DAY_MS;

export interface ShopHealth {
  readonly state: 'connected' | 'failing' | 'stopped';
  /** A sentence; null while the shop answers. */
  readonly failure: Sentence | null;
  /** What to do, as a sentence; null for nothing. */
  readonly advice: Sentence | null;
}

type Known = Pick<
  StoredShop,
  | 'failure'
  | 'failingSince'
  | 'stoppedAt'
  | 'keptOutSince'
  | 'readUntil'
  | 'lastBellAt'
  | 'createdAt'
  | 'webhooksSeenAt'
  | 'webhooksFailure'
> &
  Partial<Pick<WaitingOrders, 'untold' | 'untoldFailure'>>;

/** How a connection is doing, and what its merchant can do about it. */
export function healthOf(known: Known, title: string, sendsWebhooks: boolean, now: Date): ShopHealth {
  const failure = known.failure === null ? null : partnerSays(title, known.failure);
  if (known.stoppedAt !== null) return { state: 'stopped', failure, advice: RECONNECT };
  if (failure !== null) return { state: 'failing', failure, advice: adviceFor(known, now) };
  const { untold: parcels = 0, untoldFailure = null } = known;
  if (untoldFailure !== null) {
    const advice = say(
      'let_shop_be_told',
      'Orders come in, but the shop does not know of {parcels} parcels yet: what it says must be mended there, and then it is told',
      { parcels },
    );
    return { state: 'failing', failure: partnerSays(title, untoldFailure), advice };
  }
  return { state: 'connected', failure, advice: sendsWebhooks ? adviceOnWebhooks(known, title) : null };
}

function adviceOnWebhooks(known: Known, title: string): Sentence | null {
  const { webhooksFailure, webhooksSeenAt } = known;
  if (webhooksFailure !== null) {
    const reason = partnerSays(title, webhooksFailure);
    return say(
      'webhooks_not_mended',
      'Orders may be a few minutes late, because its webhooks cannot be switched on: {reason}',
      { reason },
    );
  }
  if (!isNotRung(known)) return null;
  return webhooksSeenAt === null ? SUBSCRIBE : UNREACHED;
}

function adviceFor({ keptOutSince, failingSince }: Known, now: Date): Sentence {
  if (keptOutSince !== null) return RECONNECT;
  const isSilent = failingSince !== null && now.getTime() - failingSince.getTime() >= SILENT_MS;
  return isSilent ? LOOK : WAIT;
}

/** True if changes were read for a day that no webhook told of. */
function isNotRung({ lastBellAt, createdAt, readUntil }: Known): boolean {
  return readUntil.getTime() - (lastBellAt ?? createdAt).getTime() >= DAY_MS;
}

const RECONNECT = say(
  'enter_credential_again',
  'Enter its credential again; until then no orders are read, and the shop is not told of parcels',
);
const LOOK = say(
  'open_shop_in_browser',
  'Open the shop in a browser, and check its address here: orders are read once it answers, and none is lost',
);
const WAIT = say('wait_for_shop', 'Wait: it is asked again every few minutes, and no order is lost');
const UNREACHED = say(
  'webhooks_do_not_arrive',
  'Its webhooks are switched on, but none arrives: let the shop reach the address of this service; until then orders are a few minutes late',
);
const SUBSCRIBE = say(
  'check_to_subscribe',
  'Check the connection, which makes the shop send webhooks again; until then orders are a few minutes late',
);
