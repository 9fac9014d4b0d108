import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { ShippingService } from '../../../usecases/service.ts';
import { findTrackingNumberOfOrder, findTrackingPage } from '../../../usecases/show-tracking-page.ts';
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

/** Long enough to spare a reload, short enough that a scan is soon seen. */
const CACHE_CONTROL = 'private, max-age=30';

/**
 * The pages for customers (contract: what customers and packers see). They answer people, so every problem
 * is a page too.
 */
export async function addTrackingPages(
  app: FastifyInstance,
  { service, slowGuessing }: { service: ShippingService; slowGuessing: boolean },
): Promise<void> {
  const limit = new MissLimit(service.now);
  const isBarred = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const seconds = slowGuessing ? limit.secondsToWait(request.ip) : 0;
    if (seconds > 0) reply.header('retry-after', String(seconds));
    return seconds > 0;
  };
  const missed = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    limit.miss(request.ip);
    return sendForm(reply.code(404), 'not found');
  };

  app.setErrorHandler((error, request, reply) => {
    request.log.warn({ err: error }, 'tracking page');
    const statusCode = (error as { kind?: string }).kind === 'unavailable' ? 503 : 404;
    return sendForm(reply.code(statusCode), 'not found');
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
      if (isBarred(request, reply)) return sendForm(reply.code(429), 'too many tries');
      const found =
        number ?? (await findTrackingNumberOfOrder(service, order ?? '', (phone ?? '').replace(/\D/g, '')));
      if (found === null) return missed(request, reply);
      return reply.redirect(`/track/${encodeURIComponent(found)}`, 303);
    },
  );

  app.get<{ Params: Static<typeof Path> }>(
    '/track/:number',
    {
      config: { access: 'public' },
      schema: { tags: ['Tracking page'], summary: 'Where a parcel is', security: [], params: Path },
    },
    async (request, reply) => {
      if (isBarred(request, reply)) return sendForm(reply.code(429), 'too many tries');
      const shown = await findTrackingPage(service, request.params.number);
      if (shown === null) return missed(request, reply);
      const body = trackingPage(shown);
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
      reply.headers({ etag, 'cache-control': CACHE_CONTROL });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
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
