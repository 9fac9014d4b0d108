import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Problem } from '../../../domain/errors.ts';
import type { ShippingService } from '../../../usecases/service.ts';
import { findTrackingNumberOfOrder, findTrackingPage } from '../../../usecases/show-tracking-page.ts';
import { isKnown } from '../../entity-tag.ts';
import { PAGE_POLICY } from '../../pages/page-styles.ts';
import { type FormNotice, trackForm } from '../../pages/track-form.ts';
import { trackingPage } from '../../pages/tracking-page.ts';
import { MissLimit } from '../../plugins/miss-limit.ts';
import { object, optional, pathParameters, text } from '../../schemas/fields.ts';

const Query = object({
  number: optional(text({ max: 200 })),
  order: optional(text({ max: 200 })),
  phone: optional(text({ max: 20 })),
});
const Path = pathParameters({ number: text({ max: 200 }) }, 'Parcel');

export interface TrackingPagesOptions {
  readonly service: ShippingService;
  /** Whether an address that guesses tracking numbers is slowed. */
  readonly slowGuessing: boolean;
  /** Tells a failure of the database from a defect: the problem to answer, or null. */
  readonly problemOf: (error: unknown) => Problem | null;
}

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
  { service, slowGuessing, problemOf }: TrackingPagesOptions,
): Promise<void> {
  const limit = new MissLimit(service.now);
  /** What was looked for; null, and answered, where it was not found or may not be looked for now. */
  const look = async <Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => Promise<Found | null>,
  ): Promise<Found | null> => {
    const { found, secondsToWait } = slowGuessing
      ? await limit.look(request.ip, find)
      : { found: await find(), secondsToWait: 0 };
    if (secondsToWait > 0) {
      reply.header('retry-after', String(secondsToWait));
      sendForm(reply.code(429), 'too many tries');
    } else if (found === null) {
      sendForm(reply.code(404), 'not found');
    }
    return found;
  };

  app.setErrorHandler((error, request, reply) => {
    // What a schema refuses is no parcel of ours.
    if (error instanceof Problem) return sendForm(reply.code(404), 'not found');
    const problem = problemOf(error);
    if (problem === null) {
      request.log.error({ err: error }, 'tracking page');
      return sendForm(reply.code(500), 'our fault');
    }
    request.log.warn({ err: error }, 'tracking page');
    reply.header('retry-after', String(problem.retryAfterSeconds ?? 1));
    return sendForm(reply.code(503), 'our fault');
  });

  app.get<{ Querystring: Static<typeof Query> }>(
    '/track',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Tracking page'],
        summary: 'A form to find a parcel',
        security: [],
        querystring: Query,
      },
    },
    async (request, reply) => {
      const { number, order, phone } = request.query;
      if (number === undefined && order === undefined) return sendForm(reply, null);
      if (number !== undefined) return reply.redirect(`/track/${encodeURIComponent(number)}`, 303);
      const digits = (phone ?? '').replace(/\D/g, '');
      const missAt = wait(ORDER_MISS_MS);
      const found = await look(request, reply, async () => {
        const trackingNumber = await findTrackingNumberOfOrder(service, order ?? '', digits);
        if (trackingNumber === null) await missAt;
        return trackingNumber;
      });
      return found === null ? reply : reply.redirect(`/track/${encodeURIComponent(found)}`, 303);
    },
  );

  app.get<{ Params: Static<typeof Path> }>(
    '/track/:number',
    {
      config: { access: 'public' },
      schema: { tags: ['Tracking page'], summary: 'Where a parcel is', security: [], params: Path },
    },
    async (request, reply) => {
      const shown = await look(request, reply, () => findTrackingPage(service, request.params.number));
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
  return sendPage(reply, trackForm(notice));
}

function sendPage(reply: FastifyReply, body: string): FastifyReply {
  reply.headers({
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  return reply.type('text/html; charset=utf-8').send(body);
}
