import { describe, expect, it } from 'vitest';
import { MOMENTS } from '../domain/tracking/moments.ts';
import { COMMANDS, type Given } from './command-rows.ts';
import { courierCallsText } from './courier-calls-text.ts';
import { healthText } from './health-text.ts';
import { openOutput, table } from './output.ts';
import { explanationText, importedRatesText, rateChangeText, revertText } from './rates-text.ts';

describe('a table', () => {
  it('aligns its columns and leaves no space at the end of lines', () => {
    expect(table(['ID', 'NAME'], [['a', ''], ['long', 'Chai'], ['b']])).toBe('ID    NAME\na\nlong  Chai\nb');
  });
});

describe('a result', () => {
  it.each([
    [true, '{"a":1}\n'],
    [false, 'one\n'],
  ])('with --json %s is %j', (json, text) => {
    let printed = '';
    const stream = { write: (part: string) => (printed += part) } as unknown as NodeJS.WritableStream;
    openOutput(json, stream).result({ a: 1 }, 'one');
    expect(printed).toBe(text);
  });
});

describe('the state of the service', () => {
  it('shows how long the oldest of each kind waits, and failed jobs', () => {
    const waiting = [
      { what: 'jobs', count: 2, seconds: 7_200 },
      { what: 'messages', count: 0, seconds: 0 },
    ];
    expect(healthText({ processes: 2, jobs_given_up: 3, waiting })).toBe(
      '2 processes serve\n\nWAITING   COUNT  LONGEST\njobs      2      2 hours\nmessages  0      -\n\n' +
        '3 jobs of the queue failed too often and are not retried',
    );
    expect(healthText({ processes: 1, jobs_given_up: 0, waiting: [] })).toBe(
      '1 process serves\n\nWAITING  COUNT  LONGEST',
    );
  });
});

describe('failed requests to couriers', () => {
  const call = { happened_at: '10:00', courier: 'ekart', method: 'POST', path: '/book', milliseconds: 12 };

  it('show what was sent and answered', () => {
    const answered = { ...call, request: '{}', status: 500, answer: 'oops', failure: null };
    const silent = { ...call, request: null, status: null, answer: null, failure: 'took too long' };
    expect(courierCallsText([answered, silent])).toBe(
      '10:00  ekart  POST /book  12 ms\n  sent      {}\n  answered  500 oops\n\n' +
        '10:00  ekart  POST /book  12 ms\n  no answer: it took too long',
    );
  });

  it('are said to be missing if there are none', () => {
    expect(courierCallsText([])).toBe('No failed requests lately');
  });
});

describe('a change of rates', () => {
  const change = { version: 7, added: 3, changed: 2, removed: 1 };

  it.each([
    [change, 'version 7: 3 added, 2 changed, 1 removed'],
    [{ version: null, added: 0, changed: 0, removed: 0 }, 'nothing to change'],
  ])('%j is shown as "%s"', (data, text) => {
    expect(rateChangeText(data)).toBe(text);
    expect(importedRatesText({ ...data, rows: 9 })).toBe(`9 rows read; ${text}`);
    expect(revertText({ ...data, account_id: null })).toBe(`the default book: ${text}`);
    expect(revertText({ ...data, account_id: 'a' })).toBe(`account a: ${text}`);
  });

  it('is shown before it is made, with examples and the number of further rows', () => {
    const examples = [
      { key: 'a', before: null, after: { carrier: 'a', price: '10' } },
      {
        key: 'b',
        before: { carrier: 'b', price: '10', zone: '' },
        after: { carrier: 'b', price: '12', zone: 'z' },
      },
      { key: 'c', before: { carrier: 'c', price: '10' }, after: null },
    ];
    expect(importedRatesText({ ...change, rows: 9, examples })).toBe(
      [
        '9 rows read; would change: 3 added, 2 changed, 1 removed',
        '  + a,10',
        '  ~ b: price 10 -> 12, zone (empty) -> z',
        '  - c,10',
        '  ... and 2 added, 1 changed',
      ].join('\n'),
    );
    const all = { version: 7, added: 1, changed: 1, removed: 1 };
    expect(importedRatesText({ ...all, rows: 3, examples })).not.toContain('... and');
  });
});

describe('the explanation of a quote', () => {
  it('shows the way, each carrier with its charges, and the carriers that were left out', () => {
    const place = (pincode: string) => ({ pincode, city: 'Pune', state: 'Maharashtra' });
    const expected_delivery = { pickup: '2026-11-16', delivery: '2026-11-18' };
    const carrier = { carrier_id: 'k1', carrier_name: 'Quick', slabs: 1, expected_delivery };
    const told = {
      origin: place('411001'),
      destination: place('411002'),
      rate_book_version: 7,
      zone: 'within_city',
      zone_how: 'the same city',
      applicable_weight: 500,
      dead_weight: 400,
      volumetric_weight: 500,
      platform_fee: 5,
      carriers: [
        {
          ...carrier,
          zone: 'within_city',
          zone_how: 'the same city',
          charges: [{ charge: 'freight', amount: 40.5, how: 'one slab' }],
        },
        { ...carrier, carrier_id: 'k2', slabs: 2, zone: 'metro', zone_how: 'its own zones', charges: [] },
      ],
      left_out: [{ carrier_id: 'k3', carrier_name: 'Slow', reasons: ['too heavy', 'no COD'] }],
    };
    expect(explanationText(told)).toBe(
      [
        'from 411001 (Pune, Maharashtra) to 411002 (Pune, Maharashtra)',
        'rate book version 7',
        'zone within_city: the same city',
        'applicable weight 500 g: dead 400 g, volumetric 500 g',
        'platform fee Rs 5.00, not part of a total',
        '',
        'Quick (k1): 1 slab, pickup 2026-11-16, delivery 2026-11-18',
        '  freight Rs 40.50: one slab',
        '',
        'Quick (k2): 2 slabs, pickup 2026-11-16, delivery 2026-11-18',
        '  zone metro: its own zones',
        '',
        'left out:',
        '  Slow (k3) too heavy; no COD',
      ].join('\n'),
    );
    const short = explanationText({ ...told, platform_fee: null, left_out: [] });
    expect(short).not.toMatch(/platform fee|left out/);
  });
});

describe('the request of a command', () => {
  const bodyOf = (words: string, given: Given) => COMMANDS.find((row) => row.words === words)?.body?.(given);

  it.each<[string, Given, Given]>([
    [
      'rates explain',
      { size: '20x15x10' },
      { payment_method: 'prepaid', length: '20', width: '15', height: '10' },
    ],
    [
      'rates explain',
      { size: ' 20.5 X 15 * 10 ', shipment_value: 999 },
      { payment_method: 'cod', length: '20.5' },
    ],
    [
      'rates explain',
      { size: '1x1x1', shipment_value: 9, payment_method: 'prepaid' },
      { payment_method: 'prepaid' },
    ],
    ['rates explain', { size: '1x1x1', journey_type: 'reverse' }, { journey_type: 'reverse' }],
    ['rates explain', { size: '1x1x1' }, { journey_type: 'forward' }],
    [
      'rates set <kind> <cells...>',
      { kind: 'zones', cells: { a: '1' } },
      { source: 'rates set', edits: [{ kind: 'zones', cells: { a: '1' } }] },
    ],
    [
      'rates remove <kind> [cells...]',
      { kind: 'zones' },
      { edits: [{ kind: 'zones', cells: {}, remove: true }] },
    ],
    ['messages on', { moment: 'shipped' }, { messages: [{ moment: 'shipped', enabled: true }] }],
    [
      'messages off',
      { moment: 'shipped', channel: 'sms', store_id: 's' },
      { store_id: 's', messages: [{ moment: 'shipped', channel: 'sms', enabled: false }] },
    ],
    ['messages reset', {}, { messages: MOMENTS.map((moment) => ({ moment, enabled: null })) }],
  ])('`%s` with %j sends %j', (words, given, sent) => {
    expect(bodyOf(words, given)).toMatchObject(sent);
  });

  it.each(['20x15', '', 'a x b x c', undefined])('`rates explain` refuses the size %j', (size) => {
    expect(() => bodyOf('rates explain', { size })).toThrow('--size must be length x width x height');
  });
});
