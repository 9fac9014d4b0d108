import { beforeAll, describe, expect, it } from 'vitest';
import { inWords, loadSentences, type Said } from './sentences.ts';
import { SENTENCES_IN_HINDI } from './sentences-hi.ts';

const said = (template: string, values: Said['values'] = {}, message = 'In English'): Said => ({
  message,
  template,
  values,
});
const field = (path: string) => ({ type: 'field', value: path, text: path });
const inHindi = (template: string, values: Said['values'] = {}) => inWords(said(template, values), {}, 'hi');
const isRequired = (path: string) => said('is_required', { field: field(path) }, `${path} is required`);

beforeAll(() => loadSentences('hi'));

describe('a sentence in Hindi', () => {
  it.each([
    ['money', { type: 'money', value: 123_456.5, text: '123456.50' }, '₹1,23,456.50'],
    ['money in words', { type: 'money', value: 'all of it', text: 'all of it' }, 'all of it'],
    ['a day', { type: 'day', value: '2026-11-28', text: '2026-11-28' }, '28 नवंबर 2026'],
    [
      'a time',
      { type: 'time', value: '2026-11-28T04:30:00.000Z', text: 'at ten' },
      '28 नवंबर 2026, सुबह 10:00',
    ],
    ['a field', field('order_items[1].price'), 'सामान 2, दाम (प्रति नग)'],
    ['a status', { type: 'word', value: 'delivered', text: 'delivered' }, 'डिलीवर हुआ'],
    ['a reason', { type: 'word', value: 'cod_not_ready', text: 'COD NOT READY' }, 'नकद तैयार नहीं'],
    ['an unknown word', { type: 'word', value: 'constructor', text: 'made up' }, 'made up'],
    ['a number', 1_234_567, '12,34,567'],
    ['a list', ['SKU-1', 2, field('billing_phone')], 'SKU-1, 2, फ़ोन'],
    [
      'a sentence',
      {
        type: 'sentence',
        template: 'is_required',
        values: { field: field('name') },
        text: 'name is required',
      },
      SENTENCES_IN_HINDI.is_required.replace('{field}', 'नाम'),
    ],
    ['a type of a newer service', { type: 'weight', value: 3, text: '3 kg' }, '3 kg'],
    ['text', 'Chai & Co', 'Chai & Co'],
    ['nothing', undefined, ''],
  ])('has %s as its readers write it', (_kind, words, written) => {
    expect(inHindi('partner_said', { words })).toBe(written);
  });

  it('stays in English if its name is not known, or is that of a property of objects', () => {
    expect(inHindi('a_newer_name', { most: 3 })).toBe('In English');
    expect(inHindi('constructor')).toBe('In English');
    expect(inWords({ message: 'In English' }, {}, 'hi')).toBe('In English');
  });

  it('has its values as they are, also if they have braces or tags', () => {
    const words = '{words} {field} $& <b>bold</b>';
    expect(inHindi('partner_said', { words })).toBe(words);
  });

  it('names its field, unless a label does', () => {
    const named = inWords(isRequired('billing_phone'), {}, 'hi');
    expect(named).toBe(SENTENCES_IN_HINDI.is_required.replace('{field}', 'फ़ोन'));
    expect(inWords(isRequired('billing_phone'), { isNamed: true }, 'hi')).toBe(named.replace('फ़ोन ', ''));
  });
});

describe('a sentence in English', () => {
  it('names its field, unless a label does', () => {
    expect(inWords(isRequired('order_items[1].price'), {}, 'en')).toBe('Item 2, price is required');
    expect(inWords(isRequired('order_items[1].price'), { isNamed: true }, 'en')).toBe('is required');
    const ofMobile = said('must_be_mobile', { field: field('phone') }, 'phone must be a valid mobile number');
    expect(inWords(ofMobile, {}, 'en')).toBe('Phone: Enter a 10-digit mobile number.');
    expect(inWords(ofMobile, { isNamed: true }, 'en')).toBe('Enter a 10-digit mobile number.');
  });

  it('names its field if it came without it, as in the report of a file', () => {
    expect(inWords({ ...isRequired('billing_phone'), message: 'is required' }, {}, 'en')).toBe(
      'Phone is required',
    );
  });

  it('names other fields in words', () => {
    expect(inWords({ message: 'leave out warehouse_id and sku_9' }, {}, 'en')).toBe(
      'leave out warehouse and sku_9',
    );
  });

  it('says why a delivery failed without the capitals that programs read', () => {
    const status = { type: 'word', value: 'ndr_raised', text: 'NDR RAISED' };
    const reason = { type: 'word', value: 'cod_not_ready', text: 'COD NOT READY' };
    expect(inWords(said('event_status_because', { status, reason }), {}, 'en')).toBe(
      'Delivery failed (NDR): Cash not ready',
    );
  });

  it('has its values as they are, also if they have braces or tags', () => {
    const message = '{field} <b>$&</b> is required';
    expect(inWords({ message, values: { text: '{field}' } }, {}, 'en')).toBe(message);
  });
});
