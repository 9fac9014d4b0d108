import { describe, expect, it } from 'vitest';
import { blueDartWords } from '../src/carriers/blue-dart/blue-dart-answers.ts';
import { addressLines } from '../src/carriers/blue-dart/blue-dart-waybill.ts';
import { reasonOf, refusedWith } from '../src/carriers/delhivery/answers.ts';
import { withoutSpecials } from '../src/carriers/delhivery/booking-body.ts';
import { meaningOfCode } from '../src/carriers/delhivery/codes.ts';
import { readPushedScans } from '../src/carriers/delhivery/scans.ts';
import { readEliteStatus, readPushedEvent } from '../src/carriers/ekart/codes.ts';
import { ekartWords, readTrack } from '../src/carriers/ekart/ekart-answers.ts';
import { shiprocketWords } from '../src/carriers/shiprocket/shiprocket-answers.ts';
import { parseDecimal } from '../src/domain/decimal.ts';
import { readSearch } from '../src/domain/listing/read-search.ts';
import { searchWords } from '../src/domain/listing/search-words.ts';
import { maskContacts, maskEmail, maskPhone } from '../src/domain/messages/mask.ts';
import { normalized } from '../src/domain/normalized.ts';
import { readMobile, readPhone } from '../src/domain/orders/phone.ts';
import { eventIdentity } from '../src/domain/tracking/event-identity.ts';
import { findNdrReason, findRtoReason } from '../src/domain/tracking/read-reason.ts';
import { readGranularStatus, readListingStatus } from '../src/domain/tracking/read-status.ts';
import { isKnown } from '../src/http/entity-tag.ts';
import { html } from '../src/http/pages/html.ts';
import { jsonOf } from '../src/http/plugins/bodies.ts';
import { emailOf } from '../src/messages/email.ts';
import { fillTemplate, type MessageFacts } from '../src/messages/fill-template.ts';
import { requestOf } from '../src/messages/gateway-request.ts';
import { unknownVariables, VARIABLES, type Values } from '../src/messages/template.ts';
import { cleanText } from '../src/papers/text/clean-text.ts';
import { asReason } from '../src/partners/answer-fields.ts';
import { rowProblemSentence } from '../src/problems/row-problem.ts';
import { about } from '../src/problems/sentence.ts';
import { RATE_KINDS, ROW_FORMATS } from '../src/rate-files/rate-kinds.ts';
import {
  dateOrderOf,
  destroyedCell,
  readAmountCell,
  readDateCell,
  readDigitsCell,
  readPaymentCell,
  readTimeCell,
  readWeightCell,
  textOfCell,
} from '../src/reading/cells.ts';
import {
  decimal,
  email,
  fileBytes,
  list,
  object,
  optional,
  text,
  wholeNumber,
} from '../src/reading/fields.ts';
import { buildRequestReading } from '../src/reading/request-reading.ts';
import { isUnprintable, readPhoneDigits, readPincode, readUuid } from '../src/reading/text.ts';
import { readTimestamp } from '../src/reading/timestamp.ts';
import { selectiveParts } from '../src/storage/listing/conditions.ts';
import { splitSecret } from '../src/usecases/accounts/credential-secret.ts';
import { readUsername } from '../src/usecases/accounts/users.ts';
import { readCustomerRequest } from '../src/usecases/customer-requests/read-customer-request.ts';
import { findColumns } from '../src/usecases/imports/columns.ts';
import { readRateFile } from '../src/usecases/rates/rate-file.ts';
import { forbiddenIn, isSvg } from '../src/usecases/stores/svg.ts';
import { shippedGround } from './support/rates.ts';

/** A failed delivery that allows every answer. */
const OFFER = {
  kind: 'delivery',
  answers: { anotherDay: true, landmark: true, phone: true, refusal: true },
  days: [],
  ways: [],
} as const;

const SIZES = [1_024, 4_096, 16_384, 65_536];
/** The allowed time for a small text, whatever its growth. */
const AT_ONCE_MS = 250;
/** The allowed growth of time for four times the text: 4 is linear, 16 is quadratic. */
const MOST_GROWTH = 10;
const FAR_TOO_LONG_MS = 3_000;

const repeated = (part: string) => (size: number) =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size);

/** Texts on which some reader is slow, or would be if it were written carelessly. */
const HOSTILE: Record<string, (size: number) => string> = {
  blanks: repeated(' '),
  'blanks before a letter': (size) => `${repeated(' ')(size - 1)}x`,
  'blanks between letters': (size) => `x${repeated(' ')(size - 2)}x`,
  'blanks between braces': (size) => `{{${repeated(' ')(size - 2)}`,
  'blanks after many braces': repeated('{{ '),
  'open brackets': repeated('['),
  'open parts': repeated('[[a'),
  'variables in parts': repeated('[[{{cash}}]]'),
  'closed brackets': repeated(']]'),
  lines: repeated('\n'),
  'lines of blanks': repeated(' \t\n'),
  'line breaks of every kind': repeated('\r\n\r\u2028'),
  digits: repeated('1'),
  'digits before a letter': (size) => `${repeated('7')(size - 1)}x`,
  'zeros before a letter': (size) => `${repeated('0')(size - 1)}x`,
  'numbers of two digits': repeated('98 '),
  phones: repeated('+91 98765-43210 '),
  'half an address': repeated('a@'),
  'an address without an end': (size) => `a@${repeated('b.')(size - 2)}`,
  'marks out of order': (size) => `a${repeated('\u0316\u0301')(size - 1)}`,
  'marks of two kinds': (size) => `a${repeated('\u0301')(size / 2)}${repeated('\u0316')(size / 2)}`,
  'half-width marks': (size) => `a${repeated('\uff9e\u0316')(size - 1)}`,
  ligatures: repeated('\ufdfa'),
  joiners: repeated('\u200d'),
  'the beginning of a phrase': repeated('customer not '),
  phrases: repeated('undelivered after maximum delivery '),
  'words of a letter': repeated('a '),
  dashes: repeated('-_'),
  quotes: repeated('"'),
  'quotes and commas': repeated('"",'),
  commas: repeated(','),
  semicolons: repeated(';'),
  backslashes: repeated('\\'),
  'signs of HTML': repeated('<&'),
  'an exponent': (size) => `1e${repeated('9')(size - 2)}`,
};

const FACTS: MessageFacts = {
  moment: 'delivery_failed',
  firstName: 'Asha',
  brand: 'Chai & Co',
  orderId: 'CHAI-1',
  trackingNumber: 'TITL1',
  carrierName: 'Titlipath Lite',
  codAmountPaise: 129_900,
  expectedDate: '2026-11-20',
  ndrReason: null,
  trackUrl: 'https://ship.example.in/track/TITL1',
};
const VALUES = Object.fromEntries(VARIABLES.map((name) => [name, ''])) as Values;
const LONGEST = 100_000;
const MOST_NUMBERS = 500;

const reading = buildRequestReading({});
const BODY = object({
  name: text({ max: LONGEST }),
  lines: optional(text({ max: LONGEST, multiline: true })),
  email: optional(email()),
  code: optional(
    text({
      max: LONGEST,
      pattern: /^[A-Za-z0-9_-]+$/,
      patternSentence: about('letters', 'may hold only letters'),
    }),
  ),
  weight: optional(decimal()),
  units: optional(wholeNumber()),
  numbers: optional(list(decimal(), { max: MOST_NUMBERS })),
});
const KNOWN = { directory: shippedGround().directory, hasCarrier: () => true };

/** A scan with hostile text in every field. */
function pushedScanOf(hostile: string): unknown {
  const status = { Status: hostile, StatusType: 'UD', StatusDateTime: hostile, Instructions: hostile };
  const scan = { AWB: hostile, NSLCode: hostile, Status: status };
  return hostile.trim() === '' ? [] : readPushedScans({ Shipment: scan });
}

/** All readers of text from clients, couriers, files and headers. */
const READERS: Record<string, (hostile: string) => unknown> = {
  'a template of an account': (hostile) => unknownVariables(hostile),
  'a message by a template that was kept': (hostile) =>
    fillTemplate(FACTS, { subject: hostile, text: hostile }),
  'an email of hostile words': (hostile) =>
    emailOf(fillTemplate(FACTS, { subject: hostile, text: hostile }), null),
  'a message about hostile values': (hostile) =>
    fillTemplate(
      { ...FACTS, firstName: hostile, brand: hostile, orderId: hostile },
      { subject: '{{brand}}', text: '{{brand}} {{order_id}} {{first_name}}' },
    ),
  'a message to a gateway': (hostile) =>
    requestOf(
      {
        method: 'POST',
        url: 'http://127.0.0.1/',
        headers: { a: '{{brand}}' },
        format: 'json',
        body: { text: '{{text}}', '{{variables}}': true },
        templates: {},
        empty: '-',
        answer: { accepted: {}, refused: {}, again: {}, id: null, error: [] },
      },
      {
        template: { id: '1', variables: { a: '{{brand}}' }, languages: {} },
        message: {
          messageId: 'm',
          moment: 'shipped',
          isCod: false,
          language: 'en',
          phone: '1',
          values: { ...VALUES, brand: hostile },
          text: hostile,
        },
        key: 'k',
      },
    ),
  "a provider's answer": (hostile) => maskContacts(hostile),
  'a customer request': (hostile) =>
    readCustomerRequest({ answer: 'again', landmark: hostile, note: hostile, phone: hostile }, OFFER),
  'a masked address': (hostile) => [maskEmail(hostile), maskPhone(hostile)],
  "a cell of a courier's file": (hostile) => [
    ...[textOfCell(hostile), destroyedCell(hostile), readAmountCell(hostile), readDateCell(hostile)],
    ...[readTimeCell(hostile), readWeightCell(hostile, 'kg'), readDigitsCell(hostile)],
    ...[readPaymentCell(hostile), dateOrderOf(hostile)],
  ],
  "a column of a courier's file": (hostile) =>
    findColumns([hostile], [{ name: 'amount', knownAs: ['cod'], isRequired: true }], {}),
  "a courier's reason": (hostile) => [findNdrReason(hostile), findRtoReason(hostile)],
  "a courier's words": (hostile) => [
    asReason(hostile),
    ekartWords(hostile),
    shiprocketWords(hostile),
    blueDartWords(hostile),
    addressLines({ address: hostile }),
    readEliteStatus(hostile, hostile),
    readPushedEvent(hostile, [hostile]),
    readTrack(hostile),
  ],
  "Delhivery's words": (hostile) => [
    refusedWith(hostile),
    reasonOf({ rmk: hostile }),
    withoutSpecials(hostile),
    meaningOfCode('UD', hostile),
    pushedScanOf(hostile),
  ],
  "a courier's status": (hostile) => [readGranularStatus(hostile), readListingStatus(hostile)],
  "a courier's scan": (hostile) =>
    eventIdentity({
      trackingNumber: 'T',
      status: 'delivered',
      eventTime: 0,
      location: hostile,
      description: hostile,
      carrierEventId: hostile,
    }),
  'a search': (hostile) => readSearch(hostile),
  'a code that is searched for': (hostile) => selectiveParts(hostile),
  'the words of an order': (hostile) =>
    searchWords(hostile, {
      displayId: hostile,
      externalId: hostile,
      billing: {
        firstName: hostile,
        lastName: hostile,
        phone: hostile,
        email: hostile,
        city: hostile,
        pincode: hostile,
      },
      shipping: null,
      items: [{ name: hostile, sku: hostile }],
    }),
  'a normalized text': (hostile) => [normalized(hostile, 'NFC'), normalized(hostile, 'NFKC')],
  'a field of a label': (hostile) => cleanText(hostile),
  'a field of a page': (hostile) => String(html`<p>${hostile}</p>`),
  'a logo': (hostile) => [
    fileBytes(`data:image/png;base64,${hostile}`),
    fileBytes(`data:${hostile}`),
    isSvg(Buffer.from(`<?${hostile}`)),
    forbiddenIn(Buffer.from(`<svg>${hostile}`)),
    forbiddenIn(Buffer.from(`<svg a="url(${hostile}`)),
  ],
  'a number': (hostile) => parseDecimal(hostile),
  'a moment': (hostile) => readTimestamp(hostile),
  'a phone': (hostile) => [readPhoneDigits(hostile), readMobile(hostile), readPhone(hostile)],
  'a pincode': (hostile) => readPincode(hostile),
  'a UUID': (hostile) => readUuid(hostile),
  'a username': (hostile) => readUsername(hostile),
  'a credential': (hostile) => splitSecret(hostile),
  'an entity tag': (hostile) => isKnown(hostile, '"a"'),
  'unprintable characters': (hostile) => [isUnprintable(hostile, false), isUnprintable(hostile, true)],
  'a body that is no JSON': (hostile) => {
    try {
      return jsonOf(hostile);
    } catch (error) {
      return error;
    }
  },
  'every kind of field': (hostile) =>
    reading.readWith(BODY, {
      name: hostile,
      lines: hostile,
      email: hostile,
      code: hostile,
      weight: hostile,
      units: hostile,
      [hostile]: hostile,
    }),
  'a cell of every rate file': (hostile) =>
    RATE_KINDS.map((kind) => {
      const { columns, read } = ROW_FORMATS[kind];
      const reading = read(Object.fromEntries(columns.map((column) => [column, hostile])), KNOWN);
      return reading.problems?.map(({ column, reason }) => rowProblemSentence({ line: 1, column, reason }));
    }),
};

type Timer = (work: () => unknown) => number;

/** Milliseconds of processor time, because the machine may be busy. */
function timed(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Why it is too slow; null if it is not.
 *
 * @param time milliseconds of the work; passed in to test this function itself
 */
function whyTooSlow(read: (size: number) => unknown, time: Timer = timed): string | null {
  let smaller = 0;
  for (const size of SIZES) {
    const once = time(() => read(size));
    if (once > FAR_TOO_LONG_MS) return `${size} characters took ${once} ms`;
    if (size === SIZES.at(-1) && once > AT_ONCE_MS) {
      const least = Math.min(once, ...[1, 2].map(() => time(() => read(size))));
      const most = Math.max(smaller, AT_ONCE_MS / 4) * MOST_GROWTH;
      return least <= most ? null : `${size} characters took ${least} ms, a quarter of them ${smaller} ms`;
    }
    smaller = once;
  }
  return null;
}

describe('64 kB of the worst text', () => {
  it.each(Object.entries(READERS))('takes time in proportion to its length: %s', (_, read) => {
    const slow = Object.entries(HOSTILE).flatMap(([kind, make]) => {
      const why = whyTooSlow((size) => read(make(size)));
      return why === null ? [] : [`${kind}: ${why}`];
    });
    expect(slow).toEqual([]);
  });

  it('takes time in proportion to its length: a rate file', async () => {
    const { columns } = ROW_FORMATS['rate-cards'];
    const kinds = ['blanks', 'lines', 'line breaks of every kind', 'quotes', 'quotes and commas', 'commas'];
    for (const kind of kinds) {
      const before = process.cpuUsage();
      const lines = readRateFile(
        'rate-cards',
        KNOWN,
        bytesOf(`${columns.join()}\n${HOSTILE[kind]?.(65_536)}`),
        async () => null,
      );
      for await (const _line of lines) if (isOver(before)) break;
      expect([kind, isOver(before)]).toEqual([kind, false]);
    }
  });

  it('takes time in proportion to its length: a list of blanks before wrong values', () => {
    const wrong = Array(MOST_NUMBERS).fill('x');
    const read = (size: number) =>
      reading.readWith(BODY, { name: 'a', numbers: [...Array(size).fill(' '), ...wrong] });
    expect(whyTooSlow(read)).toBeNull();
  });

  it.each([
    ['the square', (size: number) => (size / 1_024) ** 2, true],
    ['the square, but within the time', (size: number) => (size / 2_048) ** 2, true],
    ['the length', (size: number) => size / 128, false],
  ])('is measured correctly if the time grows with %s', (_, milliseconds, isTooSlow) => {
    const why = whyTooSlow(milliseconds, (work) => work() as number);
    expect(why !== null).toBe(isTooSlow);
  });
});

function isOver(before: NodeJS.CpuUsage): boolean {
  const { user, system } = process.cpuUsage(before);
  return user + system > FAR_TOO_LONG_MS * 1_000;
}

async function* bytesOf(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}
