import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { urlPath } from '../../../domain/url-path.ts';
import { notFound, Problem } from '../../../problems/problem.ts';
import { say } from '../../../problems/sentence.ts';
import { checkCode, opensForm } from '../../../usecases/customer-requests/check-code.ts';
import { type MadeRequest, makeRequest } from '../../../usecases/customer-requests/make-request.ts';
import { readCustomerRequest } from '../../../usecases/customer-requests/read-customer-request.ts';
import { type CodeResult, sendCode } from '../../../usecases/customer-requests/send-code.ts';
import type { DeliveryOffer, ReturnOffer } from '../../../usecases/customer-requests/show-request-form.ts';
import type { MessageParts } from '../../../usecases/messages/messaging.ts';
import type { Service } from '../../../usecases/service.ts';
import type { AnnouncementParts } from '../../../usecases/tracking/on-moments.ts';
import {
  findLinked,
  findTrackingPage,
  type TrackingPage,
} from '../../../usecases/tracking/show-tracking-page.ts';
import {
  type CustomerRequestNotice,
  choosePage,
  codePage,
  customerRequestFormPage,
} from '../../pages/customer-request-page.ts';
import { sendPage } from '../../pages/send-page.ts';
import { wantedLanguages } from '../../pages/wanted-languages.ts';
import { CallerLimit } from '../../plugins/caller-limit.ts';
import { clientOf } from '../../streamed-answer.ts';
import { ASKING_LIMITS, PHOTO_LIMITS, readCustomerRequestForm } from './customer-request-form.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The holder of a valid pass, known before the body is read; null without a pass. */
    passHolder: string | null;
  }
}

interface AskingOptions {
  readonly service: Service & AnnouncementParts & MessageParts;
  readonly monotonicMs: () => number;
}

interface AskingParams {
  readonly code: string;
  readonly pass?: string;
}

type AskingRequest = FastifyRequest<{ Params: AskingParams }>;

/** The shipment of a customer who may make a request, with its page. */
interface Place {
  readonly shown: TrackingPage;
  readonly offer: DeliveryOffer | ReturnOffer;
  readonly link: { readonly accountId: string; readonly shipmentId: string };
  /** `/t/k7m2qx9d4ht`. */
  readonly path: string;
  readonly lang: string;
}

/** Posts to one link in 5 minutes: requests for codes, tries of codes, and forms. An address may be that of a whole mobile network. */
const POSTS_ALLOWED = 30;
const PASS = /^[A-Za-z0-9_-]{22}$/;

/** Options of HTML forms, which work without scripts and are not part of the API. */
const PAGE = { config: { access: 'public', errors: 'pages' }, schema: { hide: true } } as const;

const CODE_NOTICES: Readonly<Record<CodeResult, CustomerRequestNotice>> = {
  sent: 'codeSent',
  'made up': 'madeUp',
  'not sent': 'codeNotSent',
};

const MADE_NOTICES: Readonly<Record<Exclude<MadeRequest, 'made' | 'no pass'>, CustomerRequestNotice>> = {
  'moved on': 'movedOn',
  waits: 'waits',
  'not offered': 'notOffered',
  day: 'badDay',
  items: 'badItems',
};

const WISH_NOTICES = { empty: 'empty', phone: 'badPhone', items: 'badItems' } as const;

/**
 * The pages on which a customer answers a failed delivery or requests a return: first a code, then a form.
 * They use no cookie: the link, which cannot be guessed, and the pass from the code authorise a request.
 */
export async function addCustomerRequestPages(
  app: FastifyInstance,
  { service, monotonicMs }: AskingOptions,
): Promise<void> {
  const posts = new CallerLimit({
    limit: POSTS_ALLOWED,
    sentence: say('too_many_posts', 'Too many requests for this parcel; please try again later'),
    monotonicMs,
  });
  await app.register(multipart, { limits: ASKING_LIMITS, throwFileSizeLimit: false });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    if (request.headers['sec-fetch-site'] === 'cross-site')
      throw new Problem('forbidden', say('sent_by_other_site', 'Sent by another site'));
    const { code = '', pass } = request.params as Partial<AskingParams>;
    const { isBeyond, secondsLeft } = posts.count(code.trim().toLowerCase());
    if (isBeyond) throw posts.tooMany(secondsLeft);
    if (pass === undefined) return;
    const link = await findLinked(service, code);
    if (link === null || !PASS.test(pass) || !(await opensForm(service, link, pass))) return;
    request.passHolder = link.shipmentId;
  });

  /** Returns null if no request is possible, and then redirects to the parcel's page. */
  const placeOf = async (request: AskingRequest, reply: FastifyReply): Promise<Place | null> => {
    const { code } = request.params;
    const path = urlPath`/t/${code.trim().toLowerCase()}`;
    const lang = textOf(request.query, 'lang') || textOf(request.body, 'lang');
    const wanted = wantedLanguages(lang === '' ? undefined : lang, request.headers['accept-language']);
    const link = await findLinked(service, code);
    const shown = link === null ? null : await findTrackingPage(service, { code }, wanted);
    if (link === null || shown === null) throw notFound('Parcel');
    const offer = shown.asking?.offer ?? null;
    const tag = shown.language.tag.slice(0, 2);
    if (offer !== null) return { shown, offer, link, path, lang: tag };
    reply.redirect(`${path}?lang=${tag}`, 303);
    return null;
  };

  app.get<{ Params: AskingParams }>('/t/:code/ask', PAGE, async (request, reply) => {
    const place = await placeOf(request, reply);
    return place === null
      ? reply
      : sendAsking(reply, place, choosePage({ ...place, notice: null }, place.offer));
  });

  app.post<{ Params: AskingParams }>('/t/:code/codes', PAGE, async (request, reply) => {
    const place = await placeOf(request, reply);
    if (place === null) return reply;
    const channel = place.offer.ways.find((way) => way.channel === textOf(request.body, 'channel'))?.channel;
    const result = channel === undefined ? 'codeNotSent' : await noticeOfCode(service, place, channel);
    if (result === 'codeSent') {
      return reply.redirect(`${place.path}/code?lang=${place.lang}&by=${channel}`, 303);
    }
    return sendAsking(reply.code(422), place, choosePage({ ...place, notice: result }, place.offer));
  });

  app.get<{ Params: AskingParams }>('/t/:code/code', PAGE, async (request, reply) => {
    const place = await placeOf(request, reply);
    if (place === null) return reply;
    return sendAsking(
      reply,
      place,
      codePage({ ...place, notice: 'codeSent' }, place.offer, textOf(request.query, 'by')),
    );
  });

  app.post<{ Params: AskingParams }>('/t/:code/code', PAGE, async (request, reply) => {
    const place = await placeOf(request, reply);
    if (place === null) return reply;
    const pass = await checkCode(service, place.link, textOf(request.body, 'code'));
    if (pass !== null) return reply.redirect(`${place.path}/ask/${pass}?lang=${place.lang}`, 303);
    return sendAsking(
      reply.code(422),
      place,
      codePage({ ...place, notice: 'wrongCode' }, place.offer, textOf(request.body, 'by')),
    );
  });

  app.get<{ Params: Required<AskingParams> }>('/t/:code/ask/:pass', PAGE, async (request, reply) => {
    const place = await placeOf(request, reply);
    if (place === null) return reply;
    const { pass } = request.params;
    const isOpen = PASS.test(pass) && (await opensForm(service, place.link, pass));
    if (!isOpen) return reply.redirect(`${place.path}/ask?lang=${place.lang}`, 303);
    const form = { pass, typed: {}, limits: PHOTO_LIMITS };
    return sendAsking(reply, place, customerRequestFormPage({ ...place, notice: null }, place.offer, form));
  });

  app.post<{ Params: Required<AskingParams> }>('/t/:code/ask/:pass', PAGE, async (request, reply) => {
    const { pass } = request.params;
    if (request.passHolder === null) {
      const place = await placeOf(request, reply);
      if (place === null) return reply;
      return sendAsking(reply.code(422), place, choosePage({ ...place, notice: 'wrongCode' }, place.offer));
    }
    const { typed, photos, hasBadPhoto } = await readCustomerRequestForm(request, {
      sharer: request.passHolder,
      signal: clientOf(reply).signal,
    });
    request.body = typed;
    const place = await placeOf(request, reply);
    if (place === null) return reply;
    const again = (notice: CustomerRequestNotice) => {
      const form = { pass, typed, limits: PHOTO_LIMITS };
      return sendAsking(
        reply.code(422),
        place,
        customerRequestFormPage({ ...place, notice }, place.offer, form),
      );
    };
    if (hasBadPhoto) return again('badPhoto');
    const input = readCustomerRequest(typed, place.offer);
    if (typeof input === 'string') return again(WISH_NOTICES[input]);
    const made = await makeRequest(service, place.link, { pass, input, photos });
    if (made === 'made' || made === 'no pass') {
      const next = made === 'made' ? `?lang=${place.lang}#request` : `/ask?lang=${place.lang}`;
      return reply.redirect(`${place.path}${next}`, 303);
    }
    return again(MADE_NOTICES[made]);
  });
}

async function noticeOfCode(
  service: Service & MessageParts,
  { link }: Place,
  channel: Parameters<typeof sendCode>[2],
): Promise<CustomerRequestNotice> {
  try {
    return CODE_NOTICES[await sendCode(service, link, channel)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.kind === 'rate_limited' ? 'noMoreCodes' : 'codeNotSent';
  }
}

function sendAsking(reply: FastifyReply, { shown }: Place, body: string): FastifyReply {
  reply.header('cache-control', 'no-store');
  return sendPage(reply, body, shown);
}

function textOf(sent: unknown, name: string): string {
  const value = (sent as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
