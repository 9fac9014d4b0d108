import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryRoom,
  settleDeliveries,
} from '../../storage/webhooks/deliveries.ts';
import type { ProcessParts } from '../health/job-workers.ts';
import type { MessageParts } from '../messages/messaging.ts';
import type { Service } from '../service.ts';
import type { WebhookParts } from './emit-webhooks.ts';
import { type SentWebhook, sendWebhook } from './send-webhook.ts';
import { switchOffEndpoint } from './switch-off-endpoint.ts';

/** The numbers of deliveries at once; large, because they mostly wait for other servers. */
const ROOM: DeliveryRoom = { ofEndpoint: 16, well: 256, failing: 128 };
/** The time of a claim, longer than any delivery and its record take. */
const CLAIM_MS = 60_000;
/** The interval of checking for deliveries that other processes have written, or that are due now. */
const LOOK_EVERY_MS = 400;
/** The interval if more is due: a delivery costs a third if many are taken at once instead of a few. */
const LOOK_AGAIN_AFTER_MS = 25;
/** The interval while the database is down. */
const TRY_AGAIN_AFTER_MS = 1_000;

/**
 * Sends due deliveries to the endpoints of all accounts; each process has one sender. A claim lasts until the
 * result is recorded; if the process dies, another process takes the delivery over.
 */
export class WebhookSender {
  readonly #service: Service & ProcessParts & MessageParts & WebhookParts;
  readonly #onError: (error: unknown) => void;
  /** The number of deliveries in flight, for each endpoint. */
  readonly #underWay = new Map<string, number>();
  /** The number in flight to endpoints that worked, or failed, at the time of the claim. */
  readonly #inUse = { well: 0, failing: 0 };
  readonly #toSettle: { readonly delivery: ClaimedDelivery; readonly sent: SentWebhook }[] = [];
  /** Aborted when deliveries in flight are left to another process. */
  readonly #leaving = new AbortController();
  #isStopping = false;
  #isSettling = false;
  #noteChange: () => void = () => undefined;
  #change: Promise<void>;
  #working: Promise<void> = Promise.resolve();

  constructor(
    service: Service & ProcessParts & MessageParts & WebhookParts,
    onError: (error: unknown) => void,
  ) {
    this.#service = service;
    this.#onError = onError;
    this.#change = this.#nextChange();
    setMaxListeners(0, this.#leaving.signal);
  }

  start(): void {
    this.#working = this.#work();
  }

  /** Claims no more. Finishes deliveries in flight or, after a while, leaves them to other processes. */
  async stop(finishWithinMs: number): Promise<void> {
    this.#isStopping = true;
    this.#changed();
    await this.#working;
    const overdue = setTimeout(() => {
      this.#leaving.abort();
      this.#changed();
    }, finishWithinMs);
    while (this.#underWay.size > 0 && !this.#leaving.signal.aborted) await this.#change;
    clearTimeout(overdue);
  }

  /** Sends everything that is due now or becomes due meanwhile. @throws if the database is down */
  async sendDue(): Promise<void> {
    for (;;) {
      const change = this.#change;
      if ((await this.#take()) === 0) {
        // Results that were recorded meanwhile may have made more deliveries due.
        if (this.#underWay.size === 0 && change === this.#change) return;
        await change;
      }
    }
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      const change = this.#change;
      try {
        const taken = await this.#take();
        await sleep(LOOK_AGAIN_AFTER_MS);
        if (taken === 0) await within(LOOK_EVERY_MS, change);
      } catch (error) {
        this.#onError(error);
        await within(TRY_AGAIN_AFTER_MS, this.#change);
      }
    }
  }

  async #take(): Promise<number> {
    const { database, processId, now } = this.#service;
    const at = now();
    const claimed = await claimDeliveries(database, {
      processId,
      now: at,
      until: new Date(at.getTime() + CLAIM_MS),
      room: {
        ofEndpoint: ROOM.ofEndpoint,
        well: ROOM.well - this.#inUse.well,
        failing: ROOM.failing - this.#inUse.failing,
      },
      underWay: this.#underWay,
    });
    for (const delivery of claimed) {
      this.#count(delivery, 1);
      void this.#send(delivery);
    }
    return claimed.length;
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    try {
      const sent = await sendWebhook(this.#service, delivery, this.#leaving.signal);
      // Another process sends the rest.
      if (this.#leaving.signal.aborted) return;
      this.#toSettle.push({ delivery, sent });
      if (!this.#isSettling) await this.#settle();
    } catch (error) {
      this.#onError(error);
      this.#count(delivery, -1);
      this.#changed();
    }
  }

  /** Records the results so far; later results are recorded together by the next statement. */
  async #settle(): Promise<void> {
    this.#isSettling = true;
    while (this.#toSettle.length > 0) {
      const settled = this.#toSettle.splice(0);
      try {
        const tried = settled.map(({ sent }) => sent.tried);
        await settleDeliveries(this.#service.database, this.#service.processId, tried);
      } catch (error) {
        this.#onError(error);
        this.#toSettle.unshift(...settled);
        if (this.#leaving.signal.aborted) break;
        await within(TRY_AGAIN_AFTER_MS, new Promise(() => undefined));
        continue;
      }
      for (const { delivery, sent } of settled) {
        if (sent.switchOff === null) continue;
        await switchOffEndpoint(this.#service, delivery, sent.switchOff).catch(this.#onError);
      }
      for (const { delivery, sent } of settled) {
        this.#count(delivery, -1);
        this.#service.webhookTries.emit('tried', sent.tried);
      }
      this.#changed();
    }
    this.#isSettling = false;
  }

  #count({ endpointId, failingSince }: ClaimedDelivery, change: 1 | -1): void {
    this.#inUse[failingSince === null ? 'well' : 'failing'] += change;
    const count = (this.#underWay.get(endpointId) ?? 0) + change;
    if (count === 0) this.#underWay.delete(endpointId);
    else this.#underWay.set(endpointId, count);
  }

  #changed(): void {
    this.#noteChange();
    this.#change = this.#nextChange();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#noteChange = resolve;
    });
  }
}

/** Waits for a change, but no longer than this time. */
async function within(milliseconds: number, change: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([change, elapsed]);
  clearTimeout(timer);
}
