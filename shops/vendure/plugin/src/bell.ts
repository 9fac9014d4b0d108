import { createHmac } from 'node:crypto';
import {
  type EventBus,
  FulfillmentEvent,
  FulfillmentStateTransitionEvent,
  type ID,
  Logger,
  Order,
  OrderEvent,
  OrderLineEvent,
  OrderStateTransitionEvent,
  PaymentStateTransitionEvent,
  Permission,
  type RequestContext,
  type SettingsStoreFieldConfig,
  SettingsStoreScopes,
  type SettingsStoreService,
  type TransactionalConnection,
} from '@vendure/core';
import { In } from 'typeorm';

/** One change of an order has several events. */
const COLLECTED_MS = 300;
const TIMEOUT_MS = 5_000;
const KEY = 'dakiya.bells';
const MOST_BELLS = 20;

/** Where Dakiya is told of changes, and the secrets that sign it. Dakiya sets it when a connection is checked. */
export const bellsSetting: SettingsStoreFieldConfig = {
  name: 'bells',
  scope: SettingsStoreScopes.channel,
  requiresPermission: Permission.UpdateOrder,
  validate: (value: unknown) => {
    const isRight = Array.isArray(value) && value.length <= MOST_BELLS && value.every(isBell);
    return isRight ? undefined : 'It is no list of addresses of Dakiya';
  },
};

interface Bell {
  readonly address: string;
  readonly secret: string;
}

function isBell(value: Partial<Bell> | null): boolean {
  return (
    typeof value?.secret === 'string' &&
    typeof value.address === 'string' &&
    /^https?:\/\/[^/]+\/(?:.*\/)?shop-events\//.test(value.address)
  );
}

/**
 * Dates an order anew after each change, and rings. Vendure itself does not date changes of the state or the address, so whoever reads
 * orders by the time of their change would miss these. A bell that is lost is made up for by that.
 */
export class OrderBell {
  readonly #connection: TransactionalConnection;
  readonly #settings: SettingsStoreService;
  readonly #changed = new Map<ID, RequestContext>();
  #timer: NodeJS.Timeout | null = null;
  #ringing: Promise<void> = Promise.resolve();

  constructor(events: EventBus, connection: TransactionalConnection, settings: SettingsStoreService) {
    this.#connection = connection;
    this.#settings = settings;
    events.ofType(OrderStateTransitionEvent).subscribe(({ ctx, order }) => this.#note(ctx, order));
    events.ofType(PaymentStateTransitionEvent).subscribe(({ ctx, order }) => this.#note(ctx, order));
    events.ofType(OrderEvent).subscribe(({ ctx, entity }) => this.#note(ctx, entity));
    // A partial cancellation, and a fulfilment that is made by hand, change no state of the order.
    events.ofType(OrderLineEvent).subscribe(({ ctx, order }) => this.#note(ctx, order));
    events.ofType(FulfillmentEvent).subscribe(({ ctx, input }) => {
      for (const order of input?.orders ?? []) this.#note(ctx, order);
    });
    events.ofType(FulfillmentStateTransitionEvent).subscribe(({ ctx, fulfillment }) => {
      for (const order of fulfillment.orders ?? []) this.#note(ctx, order);
    });
  }

  /** Rings for what has changed until now, without waiting for more. */
  settled(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#ringing = this.#ringing
      .then(() => this.#ring())
      .catch((error: unknown) => {
        Logger.warn(`Dakiya could not be told of orders: ${error}`, 'Dakiya');
      });
    return this.#ringing;
  }

  #note(ctx: RequestContext, { id }: Order): void {
    this.#changed.set(id, ctx);
    this.#timer ??= setTimeout(() => this.settled(), COLLECTED_MS);
  }

  async #ring(): Promise<void> {
    const changed = new Map(this.#changed);
    this.#changed.clear();
    if (changed.size === 0) return;
    const orders = this.#connection.rawConnection.getRepository(Order);
    // A cart is no order yet.
    const placed = await orders.find({
      where: { id: In([...changed.keys()]), active: false },
      select: ['id'],
    });
    for (const { id } of placed) await orders.update(id, { updatedAt: new Date() });
    await Promise.all(placed.map(({ id }) => this.#tell(id, changed.get(id))));
  }

  async #tell(id: ID, ctx: RequestContext | undefined): Promise<void> {
    const bells = ctx === undefined ? undefined : await this.#settings.get<readonly Bell[]>(ctx, KEY);
    const body = JSON.stringify({ order: String(id), at: new Date().toISOString() });
    const told = (bells ?? []).map(({ address, secret }) =>
      fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-dakiya-signature': createHmac('sha256', secret).update(body).digest('base64'),
        },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    await Promise.allSettled(told);
  }
}
