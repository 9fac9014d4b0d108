import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { urlPath } from '../../../domain/url-path.ts';
import { Problem } from '../../../problems/problem.ts';
import { object, optional, pathParameters, text, type ValueOf } from '../../../reading/fields.ts';
import type { MessageParts } from '../../../usecases/messages/messaging.ts';
import type { Service } from '../../../usecases/service.ts';
import { dressForm } from '../../../usecases/stores/find-store-brand.ts';
import type { AnnouncementParts } from '../../../usecases/tracking/on-moments.ts';
import {
  findTrackingPage,
  searchOrder,
  type TrackedBy,
} from '../../../usecases/tracking/show-tracking-page.ts';
import { isKnown } from '../../entity-tag.ts';
import { emptyAnswer, fileAnswer, operation } from '../../operation.ts';
import { sendPage } from '../../pages/send-page.ts';
import { type FormNotice, type Typed, trackForm } from '../../pages/track-form.ts';
import { trackingPage } from '../../pages/tracking-page.ts';
import { wantedLanguages } from '../../pages/wanted-languages.ts';
import { callerAddress } from '../../plugins/caller-address.ts';
import { GrowingDelay } from '../../plugins/growing-delay.ts';
import { addCustomerRequestPages } from './customer-request-pages.ts';

const Query = object({
  number: optional(text({ max: 200, description: 'The tracking number.' })),
  order: optional(text({ max: 200, description: 'The order id; it requires `phone`.' })),
  phone: optional(text({ max: 20, description: 'The customer’s phone number, or its last four digits.' })),
  store: optional(
    text({ max: 100, description: 'The id of a store: the form has its brand, and finds only its orders.' }),
  ),
  lang: optional(text({ max: 20, description: 'The language of the page.', examples: ['hi'] })),
});
const Path = pathParameters(
  { number: text({ max: 200, examples: ['ND00000000017'], description: 'The tracking number.' }) },
  'Parcel',
);

const LinkPath = pathParameters(
  { code: text({ max: 200, examples: ['k7m2qx9d4ht'], description: 'The secret code of the link.' }) },
  'Parcel',
);
const PageQuery = object({
  store: optional(
    text({ max: 100, description: 'The id of a store: if nothing is found, the form has its brand.' }),
  ),
  lang: optional(text({ max: 20, description: 'The language of the page.', examples: ['hi'] })),
});

const PAGE_ANSWERS = {
  200: fileAnswer('The page.', ['text/html']),
  304: emptyAnswer('The browser has the current version.'),
};

export interface TrackingPagesOptions {
  readonly service: Service & AnnouncementParts & MessageParts;
  /** The address customers use; known once the service listens. */
  readonly publicUrl: () => string;
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
  /** Tells a database failure from a defect: returns the problem for the answer, or null for a defect. */
  readonly problemOf: (error: unknown) => Problem | null;
  /** Waits before a late answer; a timer by default. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/**
 * Somebody could try tracking numbers and orders one by one. So pages of numbers and everything that is not found count for the
 * address, and are answered later and later: a second later after 40 in a minute. They are refused only while 300 of them wait,
 * because thousands of people of a mobile network share an address. The link of an order and the right phone are answered at once.
 */
const TRIES_OF_ADDRESS = {
  free: 30,
  stepMs: 100,
  longestMs: 3_000,
  forgottenAfterMs: 2_000,
  atOnce: 300,
} as const;

/**
 * Wrong endings of a phone count for the order id, from whatever address. At this rate, trying all 10,000 takes three weeks. Above
 * it only the whole number is taken, which nobody guesses: so nobody can lock an order id for its customer.
 */
const WRONG_ENDINGS_OF_ORDER = {
  free: 3,
  stepMs: 250,
  longestMs: 3_000,
  forgottenAfterMs: 3 * 60_000,
  most: 20,
  atOnce: 20,
} as const;

/** Long enough to avoid a reload, short enough that a scan soon appears. */
const CACHE_CONTROL = 'private, max-age=30';
/** For pages with a request: the customer sees it, and its answer, at the next look. */
const CACHE_OF_REQUESTS = 'private, no-cache';

/**
 * The time of the answer for an unknown order. Finding an order and comparing digits takes about ten
 * microseconds longer than finding no order; the wait hides the difference.
 */
const ORDER_MISS_MS = 100;

/** Adds the pages for customers. Problems are pages too. */
export async function addTrackingPages(
  app: FastifyInstance,
  { service, publicUrl, monotonicMs, problemOf, pause = wait }: TrackingPagesOptions,
): Promise<void> {
  const tries = new GrowingDelay({ ...TRIES_OF_ADDRESS, monotonicMs, pause });
  const endings = new GrowingDelay({ ...WRONG_ENDINGS_OF_ORDER, monotonicMs, pause });
  /** Finds a parcel. If the parcel is not found, answers the request and returns null. */
  const look = async <Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    { find, isGuessable }: { find: () => Promise<Found | null>; isGuessable: boolean },
  ): Promise<Found | null> => {
    const counts = (found: Found | null) => isGuessable || found === null;
    const found = await tries.attempt(callerAddress(request), find, counts);
    if (found === null) await sendForm(reply.code(404), 'notFound');
    return found;
  };

  /** Sends the form in the brand of the store that linked to it. */
  const sendForm = async (reply: FastifyReply, notice: FormNotice | null): Promise<FastifyReply> => {
    const typed = typedIn(reply.request);
    const wanted = wantedLanguages(typed.lang, reply.request.headers['accept-language']);
    const dress = await dressForm(service, typed.store, wanted);
    reply.header('cache-control', 'no-store');
    return sendPage(reply, trackForm(notice, typed, dress), dress.store);
  };

  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Problem) {
      // A value that the schema refuses cannot belong to a parcel.
      if (error.kind !== 'rate_limited') return sendForm(reply.code(404), 'notFound');
      reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds ?? 1)));
      return sendForm(reply.code(429), 'tooManyTries');
    }
    const problem = problemOf(error);
    if (problem === null) {
      request.log.error({ err: error }, 'tracking page');
      return sendForm(reply.code(500), 'ourFault');
    }
    request.log.warn({ err: error }, 'tracking page');
    reply.header('retry-after', String(problem.retryAfterSeconds ?? 1));
    return sendForm(reply.code(503), 'ourFault');
  });

  app.get<{ Querystring: ValueOf<typeof Query> }>(
    '/track',
    {
      config: { access: 'public', errors: 'pages' },
      schema: operation({
        operationId: 'findParcelPage',
        tag: 'Tracking page',
        role: 'anyone',
        summary: 'Show the form that finds a parcel',
        description:
          'With a tracking number, or an order id and its phone, the answer redirects to the parcel.',
        querystring: Query,
        answers: {
          200: fileAnswer('The form.', ['text/html']),
          303: emptyAnswer('Redirects to the page of the parcel.'),
        },
        problems: ['rate_limited', 'unavailable'],
      }),
    },
    async (request, reply) => {
      const { number, order, phone, store } = request.query;
      if (number === undefined && order === undefined) return sendForm(reply, null);
      if (number !== undefined) {
        return reply.redirect(`${urlPath`/track/${number}`}${kept(request.query, ['store', 'lang'])}`, 303);
      }
      const missAt = wait(ORDER_MISS_MS);
      const { searched, isWholePhone, find } = await searchOrder(service, {
        orderId: order ?? '',
        phone: phone ?? '',
        storeId: store ?? '',
      });
      const findSlowly = async () => {
        const code = await find();
        if (code === null) await missAt;
        return code;
      };
      const found = await look(request, reply, {
        find: isWholePhone
          ? findSlowly
          : () => endings.attempt(searched, findSlowly, (code) => code === null),
        isGuessable: false,
      });
      return found === null ? reply : reply.redirect(`/t/${found}${kept(request.query, ['lang'])}`, 303);
    },
  );

  app.get<{ Params: ValueOf<typeof Path>; Querystring: ValueOf<typeof PageQuery> }>(
    '/track/:number',
    {
      config: { access: 'public', errors: 'pages' },
      schema: operation({
        operationId: 'showParcelPage',
        tag: 'Tracking page',
        role: 'anyone',
        summary: 'Show the tracking page of a parcel',
        description:
          'Tracking numbers can be guessed: the page shows only the status, the first name and the city.',
        params: Path,
        querystring: PageQuery,
        answers: PAGE_ANSWERS,
        problems: ['rate_limited', 'unavailable'],
      }),
    },
    (request, reply) => {
      const { number } = request.params;
      const address = urlPath`/track/${number.trim()}`;
      return show(request, reply, { by: { number }, address });
    },
  );

  app.get<{ Params: ValueOf<typeof LinkPath>; Querystring: ValueOf<typeof PageQuery> }>(
    '/t/:code',
    {
      config: { access: 'public', errors: 'pages' },
      schema: operation({
        operationId: 'showOrderPage',
        tag: 'Tracking page',
        role: 'anyone',
        summary: 'Show the tracking page of an order',
        description:
          'Messages to customers contain this link, which nobody can guess. The page also shows the items.',
        params: LinkPath,
        querystring: PageQuery,
        answers: PAGE_ANSWERS,
        problems: ['rate_limited', 'unavailable'],
      }),
    },
    (request, reply) => {
      const { code } = request.params;
      return show(request, reply, { by: { code }, address: urlPath`/t/${code.trim().toLowerCase()}` });
    },
  );

  await app.register((scope) => addCustomerRequestPages(scope, { service, monotonicMs }));

  async function show(
    request: FastifyRequest<{ Querystring: ValueOf<typeof PageQuery> }>,
    reply: FastifyReply,
    { by, address }: { by: TrackedBy; address: string },
  ): Promise<FastifyReply> {
    const wanted = wantedLanguages(request.query.lang, request.headers['accept-language']);
    const shown = await look(request, reply, {
      find: () => findTrackingPage(service, by, wanted),
      isGuessable: 'number' in by,
    });
    if (shown === null) return reply;
    // Bytes, because a text would be encoded twice: for the tag and for sending.
    const body = Buffer.from(trackingPage(shown, { publicUrl: publicUrl(), path: address }));
    // Headers are kept with the page, so they count too.
    const hash = createHash('sha256').update(body).update(shown.brand.frameHosts.join());
    const etag = `"${hash.digest('base64url').slice(0, 27)}"`;
    const cacheControl = shown.asking === null ? CACHE_CONTROL : CACHE_OF_REQUESTS;
    reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-language' });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return sendPage(reply, body, shown);
  }
}

/** Returns the query parameters that the link to a parcel's page keeps. */
function kept(query: ValueOf<typeof Query>, names: readonly ('store' | 'lang')[]): string {
  const along = names.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  return along.length === 0 ? '' : `?${new URLSearchParams(along)}`;
}

/** Returns the values as typed, because the schema may have refused them. */
function typedIn({ query, params }: FastifyRequest): Typed & { readonly store: string } {
  const sent = { ...(query as object), ...(params as object) } as Record<string, unknown>;
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '');
  return {
    number: text('number'),
    order: text('order'),
    phone: text('phone'),
    store: text('store'),
    lang: text('lang') || undefined,
  };
}
