import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { paletteOf } from '../../domain/brand-color.ts';
import { CODE_VALID_MS, CODES_PER_DAY_OF_ORDER } from '../../domain/customer-requests/customer-request.ts';
import { indiaDate, parseMoment } from '../../domain/india-time.ts';
import { CUSTOMER_LANGUAGES } from '../../domain/languages/languages.ts';
import type { Channel } from '../../domain/messages/channel.ts';
import { emailOf } from '../../messages/email.ts';
import { NO_VALUES } from '../../messages/template.ts';
import type { SendResult } from '../../messages/transport.ts';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { countCode, countCodesOf, insertCode } from '../../storage/customer-requests/request-codes.ts';
import { findTrackedShipment, type TrackedShipment } from '../../storage/tracking/tracked-shipment.ts';
import type { LinkedShipment } from '../../storage/tracking/tracking-links.ts';
import type { MessageParts } from '../messages/messaging.ts';
import { emailLogoOf, spokenLanguage } from '../messages/render-message.ts';
import { changeBy, type Service } from '../service.ts';
import { codeWays } from './code-ways.ts';
import { CUSTOMER, hashCode } from './customer.ts';

/** `made up`: nothing is sent for a demo order; `not sent`: the provider did not accept the message. */
export type CodeResult = 'sent' | 'made up' | 'not sent';

/** The customer waits no longer, even if a mail server takes longer. */
const PATIENCE_MS = 12_000;

/**
 * Sends a new code of six digits to the order's own phone or email. Earlier codes stop working.
 *
 * @throws Problem `rate_limited` if the order or its account has reached today's limit; `refused` if the
 * order has no such channel
 */
export async function sendCode(
  service: Service & MessageParts,
  { accountId, shipmentId }: LinkedShipment,
  channel: Channel,
): Promise<CodeResult> {
  const { database, messaging } = service;
  const tracked = await findTrackedShipment(database.account(accountId), shipmentId);
  const ways = tracked === null ? [] : codeWays(tracked.contacts, messaging.transports);
  if (tracked === null || !ways.some((way) => way.channel === channel)) {
    throw new Problem('refused', say('order_has_no_contact', 'The order has no such contact'));
  }
  if (tracked.contacts.isDemo) return 'made up';
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeId = service.newId();
  const { codesPerDay } = tracked.requestSettings;
  await database.change(accountId, changeBy(service, CUSTOMER), async (writer) => {
    const day = indiaDate(writer.now.getTime());
    const isCounted = await countCode(writer, day, codesPerDay);
    const before = await countCodesOf(writer, shipmentId, new Date(parseMoment(day) ?? 0));
    if (!isCounted || before >= CODES_PER_DAY_OF_ORDER) throw new Problem('rate_limited', NO_MORE_CODES);
    const expiresAt = new Date(writer.now.getTime() + CODE_VALID_MS);
    await insertCode(writer, { codeId, shipmentId, channel, codeHash: hashCode(codeId, code), expiresAt });
    await writer.record({
      action: 'request.code_sent',
      subjectKind: 'shipment',
      subjectId: shipmentId,
      changes: { channel },
    });
  });
  const handedOver = handOver(service, tracked, { channel, codeId, code });
  const stop = new AbortController();
  const patience = wait(PATIENCE_MS, null, { signal: stop.signal, ref: false }).catch(() => null);
  const result = await Promise.race([handedOver, patience]);
  stop.abort();
  return result === null || result.outcome === 'sent' ? 'sent' : 'not sent';
}

async function handOver(
  { messaging: { transports, publicUrl }, now }: Service & MessageParts,
  { contacts, brand }: TrackedShipment,
  { channel, codeId, code }: { readonly channel: Channel; readonly codeId: string; readonly code: string },
): Promise<SendResult> {
  const { name } = brand;
  const values = { ...NO_VALUES, brand: name, code };
  const about = { moment: 'code', isCod: false } as const;
  const language = spokenLanguage(brand.languages[0] ?? 'en', { ...about, channel }, transports);
  const words = CUSTOMER_LANGUAGES[language];
  const filled = (phrase: string) => phrase.replace('{code}', code).replace('{brand}', () => name);
  const text = filled(words.messages.code);
  if (channel === 'email') {
    const dress = {
      ...brand,
      moment: null,
      logo: emailLogoOf(brand, publicUrl()),
      palette: brand.color === null ? null : paletteOf(brand.color),
      items: [],
      address: [],
      helpline: null,
      dayUrl: null,
    };
    const email = emailOf({ values, subject: filled(words.messages.codeSubject), text }, dress, words);
    const outgoing = { ...email, messageId: codeId, to: contacts.email ?? '', fromName: name, date: now() };
    return (await transports.email?.send(outgoing)) ?? NOTHING_SET_UP;
  }
  const outgoing = {
    messageId: codeId,
    ...about,
    language,
    phone: contacts.phone ?? '',
    values,
    text,
  };
  return (await transports[channel]?.send(outgoing)) ?? NOTHING_SET_UP;
}

const NO_MORE_CODES = say('no_more_codes_today', 'No more codes can be sent today');
const NO_PROVIDER = say('no_provider_configured', 'no provider is configured for it');
const NOTHING_SET_UP: SendResult = { outcome: 'unavailable', error: NO_PROVIDER };
