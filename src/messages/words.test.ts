import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '../domain/messages/channel.ts';
import { MOMENTS } from '../domain/tracking/moments.ts';
import { NDR_REASONS } from '../domain/tracking/reasons.ts';
import { defaultTemplate } from './default-templates.ts';
import { emailOf } from './email.ts';
import { fill, unknownVariables, VARIABLES, type Values } from './template.ts';
import { inWords, type MessageFacts } from './words.ts';

const FACTS: MessageFacts = {
  moment: 'out_for_delivery',
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

function textOf(changes: Partial<MessageFacts>, channel: 'email' | 'sms' = 'sms'): string {
  const facts = { ...FACTS, ...changes };
  return inWords(facts, defaultTemplate(facts.moment, channel)).text;
}

describe('the words that come along', () => {
  it.each([
    [
      { moment: 'shipped' },
      'Chai & Co: your order CHAI-1 is with Titlipath Lite. Expected by 20 Nov. Keep Rs 1,299 ready. Track: https://ship.example.in/track/TITL1',
    ],
    [
      { moment: 'shipped', codAmountPaise: 0, expectedDate: null },
      'Chai & Co: your order CHAI-1 is with Titlipath Lite. Track: https://ship.example.in/track/TITL1',
    ],
    [
      { moment: 'out_for_delivery', codAmountPaise: 12_345_650 },
      'Chai & Co: your order CHAI-1 is out for delivery today. Keep Rs 1,23,456.50 ready. Track: https://ship.example.in/track/TITL1',
    ],
    [{ moment: 'delivered' }, 'Chai & Co: your order CHAI-1 is delivered. Thank you.'],
    [
      { moment: 'delivery_failed', ndrReason: 'address_incomplete' },
      'Chai & Co: we could not deliver your order CHAI-1. The address was not complete. Please send the seller your full address. Track: https://ship.example.in/track/TITL1',
    ],
    [
      { moment: 'delivery_failed', ndrReason: 'other' },
      'Chai & Co: we could not deliver your order CHAI-1. The carrier usually tries again on the next working day. Track: https://ship.example.in/track/TITL1',
    ],
    [
      { moment: 'returning' },
      'Chai & Co: your order CHAI-1 could not be delivered and is going back. Track: https://ship.example.in/track/TITL1',
    ],
  ] as const)('say %o', (changes, text) => {
    expect(textOf(changes)).toBe(text);
  });

  it('ask for cash while the parcel may still come to the door', () => {
    const asks = MOMENTS.filter((moment) => textOf({ moment }, 'email').includes('Rs 1,299'));
    expect(asks).toEqual(['shipped', 'out_for_delivery', 'delivery_failed']);
    const refused = { moment: 'delivery_failed', ndrReason: 'customer_refused' } as const;
    expect(textOf(refused, 'email')).not.toContain('Rs');
    for (const moment of MOMENTS) expect(textOf({ moment, codAmountPaise: 0 }, 'email')).not.toContain('Rs');
  });

  it('are whole for every moment, channel and reason, whatever is not known', () => {
    for (const moment of MOMENTS) {
      for (const channel of CHANNELS) {
        for (const ndrReason of [null, ...NDR_REASONS]) {
          const facts = {
            ...FACTS,
            moment,
            ndrReason,
            firstName: null,
            carrierName: null,
            expectedDate: null,
          };
          const { subject, text } = inWords(facts, defaultTemplate(moment, channel));
          expect(`${subject} ${text}`).not.toMatch(/[{}[\]]|undefined|NaN| {2}|\n{3}/);
          expect(subject === null).toBe(channel !== 'email');
        }
      }
    }
  });

  it('greet someone whose name was erased', () => {
    expect(textOf({ firstName: null }, 'email')).toMatch(/^Hi there,/);
  });
});

describe('a template', () => {
  const values = Object.fromEntries(VARIABLES.map((name) => [name, ''])) as Values;

  it('leaves a part out where one of its variables has no value', () => {
    const template = 'A[[ {{cash}} and {{carrier}}]][[ {{brand}}]].';
    expect(fill(template, { ...values, cash: 'Rs 1', brand: 'B' })).toBe('A B.');
  });

  it('never reads a value as a template', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (brand, cash) => {
        const text = fill('{{brand}}|{{cash}}', { ...values, brand, cash });
        expect(text).toBe(`${brand}|${cash}`);
      }),
    );
    expect(fill('{{brand}}', { ...values, brand: '{{cash}} [[x]] $& $1', cash: 'Rs 1' })).toBe(
      '{{cash}} [[x]] $& $1',
    );
  });

  it('tells the names that are no variables', () => {
    expect(unknownVariables('{{ brand }} {{phone}} {{toString}} {{}}')).toEqual(['phone', 'toString', '']);
  });
});

describe('an email', () => {
  const logo = { url: 'https://ship.example.in/logos/1/a.png', width: 800, height: 200 };

  function htmlOf(changes: Partial<MessageFacts>, withLogo = true): string {
    const facts = { ...FACTS, ...changes };
    return emailOf(inWords(facts, defaultTemplate(facts.moment, 'email')), withLogo ? logo : null).html;
  }

  it('shows the logo in the space there is, by sizes that Outlook heeds', () => {
    expect(htmlOf({})).toContain(
      `<img src="${logo.url}" alt="Chai &amp; Co" width="220" height="55" border="0"`,
    );
  });

  it('has no script, no stranger, and nothing outside of its tables that Outlook would lose', () => {
    const html = htmlOf({});
    expect(html).not.toMatch(/<script|<link|<form|@import|url\(/i);
    expect(html.length).toBeLessThan(20_000);
    const hosts = [...html.matchAll(/(?:src|href)="https?:\/\/([^/"]+)/g)].map((match) => match[1]);
    expect(new Set(hosts)).toEqual(new Set(['ship.example.in']));
  });

  it('escapes whatever a customer or a merchant wrote', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (firstName, brand, orderId) => {
        const tags = (html: string) => html.match(/<[a-z/!][^>]*>/gi)?.map((tag) => tag.split(/[\s>]/)[0]);
        const attack = '"><script>alert(1)</script>';
        const html = htmlOf({
          firstName: firstName + attack,
          brand: brand + attack,
          orderId: orderId + attack,
          trackUrl: `https://ship.example.in/track/${encodeURIComponent(orderId)}`,
        });
        expect(html).not.toContain('<script');
        expect(tags(html)).toEqual(tags(htmlOf({})));
      }),
    );
  });

  it('has the link in its text part too, and once', () => {
    const words = inWords(FACTS, defaultTemplate('shipped', 'email'));
    expect(emailOf(words, null).text.split(FACTS.trackUrl ?? '')).toHaveLength(2);
    const own = inWords(FACTS, { subject: 'S', text: 'See {{track_url}}' });
    expect(emailOf(own, null).text.split(FACTS.trackUrl ?? '')).toHaveLength(2);
  });
});
