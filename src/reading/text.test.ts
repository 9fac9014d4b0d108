import { describe, expect, it } from 'vitest';
import { isEmailAddress } from '../domain/email-address.ts';
import { about } from '../problems/sentence.ts';
import type { Field } from './field.ts';
import { boolean, email, mobile, object, oneOf, phone, pincode, text, uuid } from './fields.ts';
import { buildRequestReading } from './request-reading.ts';

const { readWith } = buildRequestReading({
  knownPincode: (known) => known === '560001',
});

function readX(field: Field<unknown>, x: unknown): unknown {
  const { value, error } = readWith(object({ x: field }), { x });
  return error === undefined ? (value as { x: unknown }).x : error.sentences;
}

const TOO_ODD = ['x must not contain control characters or broken Unicode'];

describe('text', () => {
  it('is trimmed, unless the field keeps blanks', () => {
    expect(readX(text({ max: 9 }), ' \t a  b\n')).toBe('a  b');
    expect(readX(text({ max: 9, trim: false }), ' a ')).toBe(' a ');
  });

  it.each<unknown>([1, 0, true, false, [], ['a'], {}, { toString: 'a' }])('is refused as %j', (x) => {
    expect(readX(text({ max: 9 }), x)).toEqual(['x must be text']);
  });

  it('has a length in characters, not in code units', () => {
    expect(readX(text({ max: 3 }), '😀😀😀')).toBe('😀😀😀');
    expect(readX(text({ max: 3 }), '😀😀😀😀')).toEqual(['x must be at most 3 characters']);
    expect(readX(text({ max: 3 }), 'abcd')).toEqual(['x must be at most 3 characters']);
    expect(readX(text({ max: 3 }), 'x'.repeat(1_000_000))).toEqual(['x must be at most 3 characters']);
    expect(readX(text({ min: 2, max: 3 }), 'a')).toEqual(['x must be 2 to 3 characters']);
    expect(readX(text({ min: 2, max: 3 }), 'ab')).toBe('ab');
  });

  it.each(['a\0b', 'a\x1bb', 'a\x7fb', 'a\x85b', '\ud800', 'a\udfffb', '\udc00\ud800'])(
    'holds no %j',
    (x) => {
      expect(readX(text({ max: 9 }), x)).toEqual(TOO_ODD);
      expect(readX(text({ max: 9, multiline: true }), x)).toEqual(TOO_ODD);
    },
  );

  it.each(['a\u202eb', '\u202dab\u202c', 'a\u2066b', 'a\u2067b', 'a\u2068b', 'a\u2069b'])(
    'has no characters that reverse its direction: %j',
    (x) => {
      expect(readX(text({ max: 9 }), x)).toEqual(['x must not override the direction of text']);
      expect(readX(text({ max: 9, multiline: true, trim: false }), x)).toEqual([
        'x must not override the direction of text',
      ]);
    },
  );

  it.each(['\u{e0000}', '\u{e0041}', '\u{e007f}'])('has no tag character: %j', (tag) => {
    for (const x of [`a${tag}b`, tag]) {
      expect(readX(text({ max: 9 }), x)).toEqual(['x must not have hidden characters (Unicode tags)']);
    }
    expect(readX(text({ max: 9 }), 'a\u{e0080}\u2065b')).toBe('a\u{e0080}\u2065b');
  });

  it.each(['\u200b', ' \u2060\ufeff ', '\u3164', '\u200d\u200c', '\ufe0f', '\u2800', '\u00ad\u061c'])(
    'is not only invisible: %j',
    (x) => {
      expect(readX(text({ max: 9 }), x)).toEqual(['x must have a visible character']);
      expect(readX(text({ max: 9, multiline: true }), x)).toEqual(['x must have a visible character']);
    },
  );

  it('has no character that nobody sees', () => {
    expect(readX(text({ max: 9 }), '\ufeffCHAI\u00ad-1\u200b')).toBe('CHAI-1');
    expect(readX(text({ max: 9, trim: false }), ' a\u200b ')).toBe(' a ');
    expect(readX(text({ max: 3 }), 'a\u200b\u200b\u200bb')).toBe('ab');
    expect(readX(text({ max: 9, multiline: true }), 'a\u200bb\nc')).toBe('ab\nc');
  });

  it('has line breaks and tabs only in a field of several lines', () => {
    expect(readX(text({ max: 9 }), 'a\nb')).toEqual(TOO_ODD);
    expect(readX(text({ max: 9, multiline: true }), 'a\r\n\tb\n')).toBe('a\r\n\tb');
  });

  it('has letters of every script, and the joiners of Indian scripts', () => {
    for (const name of ['क्‍ष श्री 👩‍👩‍👧 é', 'മലയാളം ന്‍', 'שלום مرحبا', '\u202a98765\u202c'])
      expect(readX(text({ max: 50 }), name)).toBe(name);
  });

  it('follows a pattern, and each mistake has a sentence', () => {
    const slug = text({
      max: 5,
      pattern: /^[A-Za-z0-9-]+$/,
      patternSentence: about('letters', 'may hold only letters'),
    });
    expect(readX(slug, 'a-1')).toBe('a-1');
    expect(readX(slug, 'a_1')).toEqual(['x may hold only letters']);
    expect(readX(slug, 'a_1-b2')).toEqual(['x must be at most 5 characters', 'x may hold only letters']);
    expect(() => text({ max: 5, pattern: /^a$/ })).toThrow('needs its sentence');
  });

  it('has one sentence when the pattern limits the length', () => {
    const code = text({
      max: 3,
      pattern: /^[a-z]{3}$/,
      patternSentence: about('three_letters', 'must be three letters'),
      patternBoundsLength: true,
    });
    expect(readX(code, 'abc')).toBe('abc');
    for (const wrong of ['ab', 'abcd', 'abcdefgh', '12345'])
      expect(readX(code, wrong)).toEqual(['x must be three letters']);
  });

  it('passes its check, which is skipped for a wrong form', () => {
    const even = text({
      max: 5,
      pattern: /^\d+$/,
      patternSentence: about('digits', 'must be digits'),
      check: (value) => Number(value) % 2 === 0,
      checkSentence: about('even', 'must be even'),
    });
    expect(readX(even, '12')).toBe('12');
    expect(readX(even, '13')).toEqual(['x must be even']);
    expect(readX(even, 'x')).toEqual(['x must be digits']);
    expect(() => text({ max: 5, check: () => true })).toThrow('needs its sentence');
  });
});

describe('an email address', () => {
  it.each(['a@b.in', 'first.last+tag@shop.example.co.in', 'é@उदाहरण.भारत'])('is read from %s', (x) => {
    expect(readX(email(), ` ${x} `)).toBe(x);
  });

  it.each([
    ...['a', 'a@b', '@b.in', 'a@.in', 'a@b.', 'a@b..in', 'a b@c.in', 'a@b@c.in'],
    ...['a<b@c.in', '<a@c.in>', 'a@c<d.in', 'a@c.in<d', 'a@c.in>'],
  ])('is refused as %s', (x) => {
    expect(readX(email(), x)).toEqual(['x must be an email address']);
    expect(isEmailAddress(x)).toBe(false);
  });

  it.each(['a\u2068@b.in', 'a\u{e0041}@b.in', 'a@b\u202e.in'])('may not mislead: %j', (x) => {
    expect(readX(email(), x)).toEqual([expect.stringMatching(/must not/)]);
    expect(isEmailAddress(x)).toBe(false);
  });

  it('is at most 254 characters', () => {
    expect(readX(email(), `${'a'.repeat(249)}@b.in`)).toHaveLength(254);
    expect(readX(email(), `${'a'.repeat(250)}@b.in`)).toEqual(['x must be at most 254 characters']);
  });
});

describe('a pincode', () => {
  it.each([560001, '560001', ' 560001 ', '560 001', '56 00\u00a001'])('is read from %j', (x) => {
    expect(readX(pincode(), x)).toBe('560001');
  });

  it.each([
    '56001',
    5600011,
    '060001',
    '5600 011',
    '560-001',
    'abcdef',
    560001.5,
    '५६०००१',
    -560001,
    true,
    [560001],
  ])('is refused as %j', (x) => {
    expect(readX(pincode(), x)).toEqual(['x must be a 6-digit pincode']);
  });

  it('must be in the directory', () => {
    expect(readX(pincode(), 560002)).toEqual(['x 560002 is not in the pincode directory']);
    expect(readX(pincode(), 899999)).toEqual(['x 899999 is not in the pincode directory']);
    expect(readX(pincode(), '900 056')).toEqual([
      'x 900056 is of the Army Postal Service: only India Post delivers there',
    ]);
  });
});

describe('a phone number', () => {
  it.each([
    [9876543210, '9876543210'],
    ['98765 43210', '9876543210'],
    ['+91-98765-43210', '9876543210'],
    ['(0) 98765.43210', '9876543210'],
    ['\u202a+91 98765\u201143210\u202c', '9876543210'],
  ])('is read from %j', (x, digits) => {
    expect(readX(mobile(), x)).toBe(digits);
    expect(readX(phone(), x)).toBe(digits);
  });

  it.each(['1234567890', '98765x43210', '+', '12345', '9'.repeat(100), 98.5, 1e21, true, [9876543210], {}])(
    'is not %j',
    (x) => {
      expect(readX(mobile(), x)).toEqual(['x must be a valid 10-digit Indian mobile number']);
    },
  );

  it('may be a landline number if the field says so', () => {
    expect(readX(phone(), '080-2222 3333')).toBe('8022223333');
    expect(readX(phone(), 'call me')).toEqual([
      'x must be a valid 10-digit Indian mobile number, or a landline number with its STD code',
    ]);
  });
});

describe('a UUID', () => {
  const id = '0190f3b0-0000-7000-8000-00000000000a';

  it('is read in any case', () => {
    expect(readX(uuid(), ` ${id.toUpperCase()} `)).toBe(id);
  });

  it.each([id.slice(1), `${id}0`, id.replaceAll('-', ''), `{${id}}`, id.replace('0', 'g'), 1, [id]])(
    'is not %j',
    (x) => {
      expect(readX(uuid(), x)).toEqual(['x must be a UUID']);
    },
  );
});

describe('a word', () => {
  const word = oneOf(['forward', 'Return', 'zone_a']);

  it('is read in any case, in the spelling of the list', () => {
    expect(readX(word, 'FORWARD')).toBe('forward');
    expect(readX(word, ' return ')).toBe('Return');
    expect(readX(word, 'ZONE_A')).toBe('zone_a');
  });

  it.each(['forwards', 'for ward', 'toString', '__proto__', 1, true, ['forward'], {}])(
    'is refused as %j',
    (x) => {
      expect(readX(word, x)).toEqual(['x must be one of forward, Return, zone_a']);
    },
  );
});

describe('a boolean', () => {
  it.each([
    [true, true],
    ['true', true],
    ['TRUE', true],
    [1, true],
    ['1', true],
    [false, false],
    ['false', false],
    [' False ', false],
    [0, false],
    ['0', false],
  ])('is read from %j', (x, value) => {
    expect(readX(boolean(), x)).toBe(value);
  });

  it.each(['yes', 'no', 'on', 't', 2, -1, 0.5, '00', [], [true], {}])('is refused as %j', (x) => {
    expect(readX(boolean(), x)).toEqual(['x must be true or false']);
  });
});
