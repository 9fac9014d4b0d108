import { setTimeout as sleep } from 'node:timers/promises';
import type { Task, TaskList } from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';
import { OFFLINE } from '../domain/rates/carrier.ts';
import type { Journey } from '../domain/tracking/statuses.ts';
import { DISPATCH_EXCHANGE } from '../storage/exchanges/exchanges.ts';
import { SEND_LATER_MESSAGE, SEND_MESSAGE } from '../storage/messages/message-jobs.ts';
import { cancelBooking } from '../usecases/booking/ask-carrier.ts';
import { bookAgain } from '../usecases/booking/book-again.ts';
import { BOOK_AGAIN, CANCEL_BOOKING } from '../usecases/booking/booking-outcome.ts';
import { type BookingAddress, settleBookings } from '../usecases/booking/settle-booking.ts';
import { settleLeftovers } from '../usecases/booking/settle-leftovers.ts';
import { pollCouriers } from '../usecases/couriers/poll-couriers.ts';
import { carryOutAtOnce } from '../usecases/customer-requests/carry-out-request.ts';
import { CARRY_OUT_REQUEST } from '../usecases/customer-requests/make-request.ts';
import { ERRAND_ROUNDS } from '../usecases/errand-rounds.ts';
import { dispatchExchange } from '../usecases/exchanges/dispatch-exchange.ts';
import { RUN_IMPORT } from '../usecases/imports/receive-file.ts';
import { runImport } from '../usecases/imports/run-import.ts';
import { ACCOUNT_TURN_JOB } from '../usecases/jobs/enqueue-account-jobs.ts';
import { runAccountJobs } from '../usecases/jobs/run-account-jobs.ts';
import { runMaintenance } from '../usecases/maintenance.ts';
import { sendMessage } from '../usecases/messages/send-message.ts';
import { emailNotice, type Notice } from '../usecases/notices.ts';
import type { ShippingService } from '../usecases/shipping-service.ts';
import { askShopsSoon } from '../usecases/shops/poll-shops.ts';
import { SHOP_SILENT_NOTICE } from '../usecases/shops/shop-silent-notice.ts';
import { SWITCHED_OFF_NOTICE } from '../usecases/webhooks/switched-off-notice.ts';
import { WebhookSender } from '../usecases/webhooks/webhook-sender.ts';
import { JobWorker } from './work-on-jobs.ts';

/** Several jobs run at once, because they mostly wait for carriers. */
const JOBS_AT_ONCE = 4;
/** One import at a time, because an import keeps the database busy. */
const IMPORTS_AT_ONCE = 1;
/** The queue waits 3, 7 and 20 s between tries, because the person who sent the file is waiting for it. */
const IMPORT_TRIES = 4;
/** The queue waits 3, 7, 20, 55 and 148 s between tries, which bridges a short outage. */
const BOOK_AGAIN_TRIES = 6;
const MAINTENANCE_EVERY_MS = 5_000;
/** The interval of asking for the outcome of bookings with lost answers. */
const SETTLE_EVERY_MS = 2_000;
/** An order should be seen within two seconds of its webhook. */
const ERRANDS_EVERY_MS = 1_000;
/** The interval of checking which parcels to poll. */
const POLL_EVERY_MS = 5_000;
/** The time that running work gets to end after a stop. Then it is abandoned, as if the process had died. */
const FINISH_WITHIN_MS = 5_000;

/** The jobs, indexed by their names in the queue. A failed job is retried with growing waits. */
export function jobs(service: ShippingService): TaskList {
  return {
    ...bookingJobs(service),
    ...messageJobs(service),
    ...importJobs(service),
    ...accountJobs(service),
  };
}

function bookingJobs(service: ShippingService): TaskList {
  return {
    // From release 0.1.0, which may still run. If the outcome is unknown, rounds ask for it.
    'settle-booking': async (payload) => {
      await settleBookings(service, [addressOf(payload)]);
    },
    [BOOK_AGAIN]: async (payload, { job }) => {
      await bookAgain(service, addressOf(payload), { isLastTry: job.attempts >= BOOK_AGAIN_TRIES });
    },
    [CANCEL_BOOKING]: async (payload) => {
      const { account_id, booking_id, carrier_id, tracking_number, ...courier } = payload as CancelPayload;
      const booking = {
        accountId: account_id,
        reference: booking_id,
        carrierId: carrier_id,
        trackingNumber: tracking_number,
      };
      const known = { ...defined(booking), ...courierOf(courier), courierOrderId: null };
      if (!(await cancelBooking(service, known))) throw new Error('The carrier did not accept it');
    },
    [DISPATCH_EXCHANGE]: async (payload) => {
      const { account_id, exchange_id } = payload as Record<string, string>;
      const { accountId, exchangeId } = defined({ accountId: account_id, exchangeId: exchange_id });
      await dispatchExchange(service, accountId, exchangeId);
    },
    [CARRY_OUT_REQUEST]: async (payload) => {
      const { account_id, request_id } = payload as Record<string, string>;
      const { accountId, requestId } = defined({ accountId: account_id, requestId: request_id });
      await carryOutAtOnce(service, accountId, requestId);
    },
  };
}

function addressOf(payload: unknown): BookingAddress {
  const { account_id, shipment_id, booking_id } = payload as Record<string, string>;
  return defined({ accountId: account_id, shipmentId: shipment_id, bookingId: booking_id });
}

/** The payload from `enqueueCancelling`; releases without couriers write no courier account. */
type CancelPayload = Record<'account_id' | 'booking_id' | 'carrier_id' | 'tracking_number', string> & {
  readonly adapter?: string;
  readonly courier_account_id?: string | null;
  readonly courier_product?: string;
  readonly order_reference?: string;
  readonly journey?: Journey;
};

function courierOf(
  payload: Omit<CancelPayload, 'account_id' | 'booking_id' | 'carrier_id' | 'tracking_number'>,
) {
  return {
    adapter: payload.adapter ?? OFFLINE,
    courierAccountId: payload.courier_account_id ?? null,
    courierProduct: payload.courier_product ?? '',
    orderReference: payload.order_reference ?? '',
    journey: payload.journey ?? 'forward',
  };
}

function messageJobs(service: ShippingService): TaskList {
  const sendOne: Task = async (payload) => {
    const { account_id, message_id } = payload as Record<string, string>;
    await sendMessage(service, defined({ accountId: account_id, messageId: message_id }));
  };
  return {
    [SEND_MESSAGE]: sendOne,
    [SEND_LATER_MESSAGE]: sendOne,
    ...Object.fromEntries(
      [SWITCHED_OFF_NOTICE, SHOP_SILENT_NOTICE].map((notice) => [notice.task, noticeJob(service, notice)]),
    ),
  };
}

function noticeJob(service: ShippingService, notice: Notice): Task {
  return async (payload) => {
    const { account_id, user_id, [notice.idField]: id } = payload as Record<string, string>;
    const named = defined({ accountId: account_id, userId: user_id, id });
    if (!(await emailNotice(service, notice, named))) throw new Error('The email was not accepted');
  };
}

function importJobs(service: ShippingService): TaskList {
  return {
    [RUN_IMPORT]: async (payload, { job }) => {
      const { account_id, import_id } = payload as Record<string, string>;
      const { accountId, importId } = defined({ accountId: account_id, importId: import_id });
      await runImport(service, accountId, importId, { isLastTry: job.attempts >= IMPORT_TRIES });
    },
  };
}

function accountJobs(service: ShippingService): TaskList {
  return {
    [ACCOUNT_TURN_JOB]: async (payload, { abortSignal }) => {
      const { account_id } = payload as Record<string, string>;
      const signal = abortSignal ?? new AbortController().signal;
      await runAccountJobs(service, defined({ accountId: account_id }).accountId, signal);
    },
  };
}

export interface Background {
  /** Starts no more work, and ends running work or leaves it to another process. */
  stop(): Promise<void>;
}

/**
 * Starts the workers of the job queue, and maintenance. Messages have a separate worker, so that a slow mail
 * server delays no booking. Imports have one too, because they take long. Accounts' jobs take short turns and
 * share the worker of bookings.
 */
export function startBackground(
  service: ShippingService,
  logger: PinoLogger,
  finishWithinMs: number = FINISH_WITHIN_MS,
): Background {
  askShopsSoon(service).catch((error: unknown) =>
    logger.warn({ err: error }, 'shops could not be asked at the start; will be asked later'),
  );
  service.importFailures.on('failed', (failure) => logger.warn(failure, 'an order of a file failed'));
  const worker = (what: string, atOnce: number, tasks: TaskList) =>
    new JobWorker(service, { what, atOnce, tasks, finishWithinMs, logger });
  const parts: Background[] = [
    worker('bookings and bulk jobs', JOBS_AT_ONCE, { ...bookingJobs(service), ...accountJobs(service) }),
    worker('messages', JOBS_AT_ONCE, messageJobs(service)),
    worker('imports', IMPORTS_AT_ONCE, importJobs(service)),
    startWebhooks(service, logger, finishWithinMs),
    startRounds((onError) => runMaintenance(service, onError), {
      everyMs: MAINTENANCE_EVERY_MS,
      name: 'maintenance',
      logger,
      finishWithinMs,
    }),
    startRounds((_, isStopped) => settleLeftovers(service, isStopped), {
      everyMs: SETTLE_EVERY_MS,
      name: 'settling bookings',
      logger,
      finishWithinMs,
    }),
    startRounds((onError, isStopped) => pollCouriers(service, onError, isStopped), {
      everyMs: POLL_EVERY_MS,
      name: 'polling couriers',
      logger,
      finishWithinMs,
    }),
    ...Object.entries(ERRAND_ROUNDS).map(([name, round]) =>
      startRounds((onError, isStopped) => round(service, onError, isStopped), {
        everyMs: ERRANDS_EVERY_MS,
        name,
        logger,
        finishWithinMs,
      }),
    ),
  ];
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

function startWebhooks(service: ShippingService, logger: PinoLogger, finishWithinMs: number): Background {
  const sender = new WebhookSender(service, (error) =>
    logger.warn({ err: error }, 'webhooks could not be sent; will retry'),
  );
  sender.start();
  return { stop: () => sender.stop(finishWithinMs) };
}

/** Repeats some work, one run after the other. */
function startRounds(
  round: (onError: (error: unknown) => void, isStopped: () => boolean) => Promise<void>,
  { everyMs, name, logger, finishWithinMs }: RoundsOptions,
): Background {
  const onError = (error: unknown) => logger.warn({ err: error }, `${name} failed; will retry`);
  let running: Promise<void> | null = null;
  let isStopped = false;
  const begin = () => {
    running ??= round(onError, () => isStopped)
      .catch(onError)
      .finally(() => {
        running = null;
      });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await Promise.race([running, sleep(finishWithinMs, undefined, { ref: false })]);
    },
  };
}

interface RoundsOptions {
  readonly everyMs: number;
  readonly name: string;
  readonly logger: PinoLogger;
  readonly finishWithinMs: number;
}

function defined<Name extends string>(payload: Record<Name, string | undefined>): Record<Name, string> {
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value !== 'string') throw new Error(`The job lacks ${name}`);
  }
  return payload as Record<Name, string>;
}
