import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../problems/problem.ts';
import { object, optional, pathParameters, text, type ValueOf } from '../../../reading/fields.ts';
import type { ShippingService } from '../../../usecases/service.ts';
import {
  findTrackingNumberOfOrder,
  findTrackingPage,
} from '../../../usecases/tracking/show-tracking-page.ts';
import { isKnown } from '../../entity-tag.ts';
import { emptyAnswer, fileAnswer, operation } from '../../operation.ts';
import { sendPage } from '../../pages/send-page.ts';
import { type FormNotice, type Typed, trackForm } from '../../pages/track-form.ts';
import { trackingPage } from '../../pages/tracking-page.ts';
import { callerAddress } from '../../plugins/caller-address.ts';
import { CallerLimit } from '../../plugins/caller-limit.ts';

const Query = object({
  number: optional(text({ max: 200 })),
  order: optional(text({ max: 200 })),
  phone: optional(text({ max: 20 })),
});
const Path = pathParameters({ number: text({ max: 200, examples: ['ND00000000017'] }) }, 'Parcel');

export interface TrackingPagesOptions {
  readonly service: ShippingService;
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly monotonicMs: () => number;
  /** Tells a failure of the database from a defect: the problem to answer, or null. */
  readonly problemOf: (error: unknown) => Problem | null;
}

/**
 * Parcels that one address may look for in 5 minutes, found or not, since numbers can be counted up. The same parcel
 * counts once, and is shown also past the limit: customers may share an address.
 */
const PARCELS_ALLOWED = 30;

/** Long enough to spare a reload, short enough that a scan is soon seen. */
const CACHE_CONTROL = 'private, max-age=30';

/**
 * How long an order that is not found takes to answer. Looking an order up and then comparing the digits is
 * slower by some ten microseconds than finding no such order, and this hides it.
 */
const ORDER_MISS_MS = 100;

/**
 * The pages for customers (contract: what customers and packers see). They answer people, so every problem
 * is a page too.
 */
export async function addTrackingPages(
  app: FastifyInstance,
  { service, monotonicMs, problemOf }: TrackingPagesOptions,
): Promise<void> {
  const parcels = new CallerLimit({
    limit: PARCELS_ALLOWED,
    sentence: 'Too many parcels were looked for from this address; please try again later',
    monotonicMs,
  });
  /** What was looked for; null, and answered, where it was not found. */
  const look = async <Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    { parcel, find }: { parcel: string; find: () => Promise<Found | null> },
  ): Promise<Found | null> => {
    const found = await parcels.attempt(callerAddress(request), find, { counts: () => true, thing: parcel });
    if (found === null) sendForm(reply.code(404), 'not found');
    return found;
  };

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Problem) {
      // What a schema refuses is no parcel of ours.
      if (error.kind !== 'rate_limited') return sendForm(reply.code(404), 'not found');
      reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds ?? 1)));
      return sendForm(reply.code(429), 'too many tries');
    }
    const problem = problemOf(error);
    if (problem === null) {
      request.log.error({ err: error }, 'tracking page');
      return sendForm(reply.code(500), 'our fault');
    }
    request.log.warn({ err: error }, 'tracking page');
    reply.header('retry-after', String(problem.retryAfterSeconds ?? 1));
    return sendForm(reply.code(503), 'our fault');
  });

  app.get<{ Querystring: ValueOf<typeof Query> }>(
    '/track',
    {
      config: { access: 'public', errors: 'pages' },
      schema: operation({
        operationId: 'findParcelPage',
        tag: 'Tracking page',
        summary: 'A form to find a parcel',
        description: 'With a number, or an order and its phone, it leads on to the parcel.',
        querystring: Query,
        answers: {
          200: fileAnswer('The form.', ['text/html']),
          303: emptyAnswer('To the page of the parcel.'),
        },
        problems: ['rate_limited', 'unavailable'],
      }),
    },
    async (request, reply) => {
      const { number, order, phone } = request.query;
      if (number === undefined && order === undefined) return sendForm(reply, null);
      if (number !== undefined) return reply.redirect(`/track/${encodeURIComponent(number)}`, 303);
      const digits = (phone ?? '').replace(/\D/g, '');
      const missAt = wait(ORDER_MISS_MS);
      const found = await look(request, reply, {
        parcel: `${order} ${digits}`,
        find: async () => {
          const trackingNumber = await findTrackingNumberOfOrder(service, order ?? '', digits);
          if (trackingNumber === null) await missAt;
          return trackingNumber;
        },
      });
      return found === null ? reply : reply.redirect(`/track/${encodeURIComponent(found)}`, 303);
    },
  );

  app.get<{ Params: ValueOf<typeof Path> }>(
    '/track/:number',
    {
      config: { access: 'public', errors: 'pages' },
      schema: operation({
        operationId: 'showParcelPage',
        tag: 'Tracking page',
        summary: 'Where a parcel is',
        params: Path,
        answers: {
          200: fileAnswer('The page.', ['text/html']),
          304: emptyAnswer('The one that the browser has.'),
        },
        problems: ['rate_limited', 'unavailable'],
      }),
    },
    async (request, reply) => {
      const { number } = request.params;
      const shown = await look(request, reply, {
        parcel: number.trim().toUpperCase(),
        find: () => findTrackingPage(service, number),
      });
      if (shown === null) return reply;
      const body = trackingPage(shown);
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
      reply.headers({ etag, 'cache-control': CACHE_CONTROL });
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return sendPage(reply, body);
    },
  );
}

function sendForm(reply: FastifyReply, notice: FormNotice | null): FastifyReply {
  reply.header('cache-control', 'no-store');
  return sendPage(reply, trackForm(notice, typedIn(reply.request)));
}

/** What was typed, as it came: a schema may have refused it. */
function typedIn({ query, params }: FastifyRequest): Typed {
  const sent = { ...(query as object), ...(params as object) } as Record<string, unknown>;
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '');
  return { number: text('number'), order: text('order'), phone: text('phone') };
}
