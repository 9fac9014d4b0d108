import { describe, expect, it } from 'vitest';
import { NOBODY, redact, redactPartnerCall, SOMEBODY } from './partner-call.ts';

describe('a stored call', () => {
  const hidden = ['s3cret-token', 'Asha Rao', '12, 4th Cross'];

  it.each([
    [
      '{"waybill":"3132110000070","consignee":{"n":"X","pin":560038},"remarks":["Asha Rao is suspicious"]}',
      '{"waybill":"3132110000070","consignee":{"n":"[hidden]","pin":"[hidden]"},"remarks":["[hidden] is suspicious"]}',
    ],
    [
      '{"name":"Someone","phone":[9876543210],"order":"CHAI-1"}',
      '{"name":"[hidden]","phone":["[hidden]"],"order":"CHAI-1"}',
    ],
    ['{"access_token":"abc","ok":true}', '{"access_token":"[hidden]","ok":true}'],
    [
      'format=json&data=%7B%22shipments%22%3A%5B%7B%22add%22%3A%22Somewhere%22%2C%22pin%22%3A560038%7D%5D%7D',
      'format=json&data={"shipments":[{"add":"[hidden]","pin":560038}]}',
    ],
    ['waybill=1%2C2&token=abc', 'waybill=1,2&token=[hidden]'],
    [
      '<p>Asha Rao, 12, 4th Cross, +91 9876543210, asha@shop.example</p>',
      '<p>[hidden], [hidden], [hidden], [hidden]</p>',
    ],
    [
      '<?xml version="1.0"?><session><token kind="jwt">abc</token><left>900</left><to_name>X</to_name></session>',
      '<?xml version="1.0"?><session><token kind="jwt">[hidden]</token><left>900</left><to_name>[hidden]</to_name></session>',
    ],
    [
      '{"SpecialInstruction":"near the temple","comments":"ask her brother","said":"no ASHA RAO here"}',
      '{"SpecialInstruction":"[hidden]","comments":"[hidden]","said":"no [hidden] here"}',
    ],
    ['Login with s3cret-token failed', 'Login with [hidden] failed'],
    ['{"name": broken', '{"name": broken'],
  ])('with %s shows %s', (text, shown) => expect(redact(text, hidden)).toBe(shown));

  it('is cut to 4,000 characters', () => {
    expect(redact('x'.repeat(10_000), [])).toHaveLength(4_004);
  });

  const answered = (text: string, type = 'text/html') => ({
    call: 'cancel',
    method: 'POST',
    path: '/cancel',
    request: null,
    status: 500,
    answer: { status: 500, headers: { 'content-type': type }, body: Buffer.from(text), text },
    failure: null,
    milliseconds: 1,
  });

  it.each([
    ['<p>Parcel of Asha Rao</p>', '[25 bytes]'],
    ['<status name="Asha Rao"/>', '[25 bytes]'],
    ['{"name":"Asha Rao","add', '[23 bytes]'],
    ['{"name":"Asha Rao","rmk":"gone"}', '{"name":"[hidden]","rmk":"gone"}'],
    ['', ''],
  ])('about a person whose name is not known turns %s into %s', (text, kept) => {
    expect(redactPartnerCall(answered(text), SOMEBODY, []).answer).toBe(kept);
  });

  it('shows an answer in any form when the name of the person is known', () => {
    const concerned = { words: ['Asha Rao'], isKnown: true };
    expect(redactPartnerCall(answered('<p>Asha Rao: s3cret</p>'), concerned, ['s3cret']).answer).toBe(
      '<p>[hidden]: [hidden]</p>',
    );
    expect(redactPartnerCall(answered('Not found', 'text/plain'), NOBODY, []).answer).toBe('Not found');
  });
});
