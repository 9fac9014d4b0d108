import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paletteOf } from '../domain/brand-color.ts';
import { ENGLISH } from '../domain/languages/en.ts';
import { CUSTOMER_LANGUAGES } from '../domain/languages/languages.ts';
import { CHANNELS } from '../domain/messages/channel.ts';
import { MOMENTS } from '../domain/tracking/moments.ts';
import { NDR_REASONS } from '../domain/tracking/reasons.ts';
import { defaultTemplate } from './default-templates.ts';
import { type EmailBody, type EmailTheme, emailOf } from './email.ts';
import { fillTemplate, type MessageFacts } from './fill-template.ts';
import { fill, unknownVariables, VARIABLES, type Values } from './template.ts';

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

const LOGO = { url: 'https://ship.example.in/logos/1/a.png', width: 800, height: 200, isLight: false };
const DRESS: EmailTheme = {
  moment: 'shipped',
  logo: LOGO,
  palette: paletteOf('#FFD400'),
  items: [{ name: 'Masala <chai>', units: 2 }],
  address: ['Asha Rao', '12, 4th Cross', 'Bengaluru, Karnataka, 560038'],
  helpline: '1800 100 0009',
  supportPhone: '1800 100 0001',
  supportEmail: 'help@chai.example',
  supportWhatsapp: '9876543210',
  siteUrl: 'https://chai.example/',
  dayUrl: null,
};

function textOf(changes: Partial<MessageFacts>, channel: 'email' | 'sms' = 'sms'): string {
  const facts = { ...FACTS, ...changes };
  return fillTemplate(facts, defaultTemplate(facts.moment, channel, ENGLISH)).text;
}

describe('the built-in texts', () => {
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
      { moment: 'delivery_failed', ndrReason: 'other', mayChooseDay: true },
      'Chai & Co: we could not deliver your order CHAI-1. The carrier will try again. Choose the day with the link. Track: https://ship.example.in/track/TITL1',
    ],
    [
      { moment: 'delivery_failed', ndrReason: 'customer_refused', mayChooseDay: true },
      'Chai & Co: we could not deliver your order CHAI-1. The parcel was not accepted. If you still want it, choose a day with the link. Track: https://ship.example.in/track/TITL1',
    ],
    [
      { moment: 'delivery_failed', ndrReason: 'out_of_delivery_area', mayChooseDay: true },
      'Chai & Co: we could not deliver your order CHAI-1. The address is outside the delivery area. Please contact the seller. Track: https://ship.example.in/track/TITL1',
    ],
    [
      { moment: 'returning' },
      'Chai & Co: your order CHAI-1 could not be delivered and is going back. Track: https://ship.example.in/track/TITL1',
    ],
  ] as const)('say %o', (changes, text) => {
    expect(textOf(changes)).toBe(text);
  });

  it('mention the cash while the parcel may still come to the door', () => {
    const asks = MOMENTS.filter((moment) => textOf({ moment }, 'email').includes('Rs 1,299'));
    expect(asks).toEqual([
      'order_received',
      'shipped',
      'cod_to_prepaid',
      'out_for_delivery',
      'delivery_failed',
    ]);
    const refused = { moment: 'delivery_failed', ndrReason: 'customer_refused' } as const;
    expect(textOf(refused, 'email')).not.toContain('Rs');
    for (const moment of MOMENTS) expect(textOf({ moment, codAmountPaise: 0 }, 'email')).not.toContain('Rs');
  });

  it('are complete for every moment, channel and reason, with any values missing', () => {
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
          const { subject, text } = fillTemplate(facts, defaultTemplate(moment, channel, ENGLISH));
          expect(`${subject} ${text}`).not.toMatch(/[{}[\]]|undefined|NaN| {2}|\n{3}/);
          expect(subject === null).toBe(channel !== 'email');
        }
      }
    }
  });

  it('greet a customer whose name was erased', () => {
    expect(textOf({ firstName: null }, 'email')).toMatch(/^Hi there,/);
  });
});

describe('a template', () => {
  const values = Object.fromEntries(VARIABLES.map((name) => [name, ''])) as Values;

  it('leaves a part out if one of its variables has no value', () => {
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

  it('lists the names that are not variables', () => {
    expect(unknownVariables('{{ brand }} {{phone}} {{toString}} {{}}')).toEqual(['phone', 'toString', '']);
  });
});

describe.each(Object.entries(CUSTOMER_LANGUAGES))('messages in the language %s', (_code, language) => {
  it('fill in known values, leave out unknown ones, and name no unknown variable', () => {
    for (const moment of MOMENTS) {
      for (const channel of CHANNELS) {
        const template = defaultTemplate(moment, channel, language);
        expect(unknownVariables(`${template.subject} ${template.text}`)).toEqual([]);
        for (const changes of [
          {},
          { firstName: null, carrierName: null, expectedDate: null, trackUrl: null },
        ]) {
          const { subject, text } = fillTemplate({ ...FACTS, moment, ...changes }, template, language);
          expect(`${subject} ${text}`).not.toMatch(/[{}[\]]|undefined|NaN| {2}|\n{3}/);
        }
      }
    }
  });

  it('are emails completely in this language', () => {
    const words = fillTemplate(FACTS, defaultTemplate('shipped', 'email', language), language);
    const { html, text } = emailOf(words, DRESS, language);
    expect(html).toContain(`<html lang="${language.tag}"`);
    for (const phrase of [language.messages.track, language.messages.address, language.messages.questions]) {
      expect(html).toContain(phrase);
      expect(text).toContain(phrase);
    }
    // The hidden preview text, which mail lists show, must not start with the greeting.
    expect(html).toMatch(/mso-hide:all">(?![^<]*,<)/);
    if (language !== ENGLISH) expect(text).not.toMatch(/\b(?:your|order|it is)\b/i);
  });
});

describe('an email', () => {
  function mailOf(changes: Partial<MessageFacts>, dressed: Partial<EmailTheme> = {}): EmailBody {
    const facts = { ...FACTS, ...changes };
    const words = fillTemplate(facts, defaultTemplate(facts.moment, 'email', ENGLISH));
    return emailOf(words, { ...DRESS, moment: facts.moment, ...dressed });
  }

  const htmlOf = (changes: Partial<MessageFacts>) => mailOf(changes).html;

  it.each(MOMENTS)('says first what %s means, with a sign beside a problem', (moment) => {
    const html = htmlOf({ moment });
    expect(html).toMatch(/<td[^>]*><p [^>]*font-size:22px[^>]*>[A-Z][^<]+<\/p>/);
    const hasSign = html.includes('color:#ffffff">!</td>');
    expect(hasSign).toBe(
      ['delayed', 'delivery_failed', 'returning', 'return_pickup_missed'].includes(moment),
    );
  });

  it('has a button in the brand’s colour with readable letters', () => {
    expect(htmlOf({})).toContain('bgcolor="#FFD400" style="background:#FFD400;border-radius:6px');
    expect(htmlOf({})).toContain('font-weight:bold;color:#000000;text-decoration:none">Track your parcel');
    expect(mailOf({}, { palette: null }).html).toContain('background:#0b57d0');
  });

  it('shows items, amount, address and contacts in HTML and text', () => {
    const { html, text } = mailOf({ codAmountPaise: 129_900 });
    expect(text).toContain(
      'Order CHAI-1\n2 × Masala <chai>\n\nTo pay on delivery\nRs 1,299\n\nAddress\nAsha Rao\n',
    );
    expect(text).toContain('Questions? call 1800 100 0001, WhatsApp 9876543210, write to help@chai.example');
    expect(html).toContain('2 × Masala &lt;chai&gt;');
    for (const link of ['tel:18001000001', 'https://wa.me/919876543210', 'mailto:help@chai.example']) {
      expect(html).toContain(`href="${link}"`);
    }
  });

  it('links to the payment if it asks for one, and to the parcel below', () => {
    const { html, text } = mailOf({
      moment: 'cod_to_prepaid',
      codAmountPaise: 129_900,
      paymentUrl: 'https://pay.chai.example/?o=1&a=2',
    });
    expect(html).toMatch(
      /padding:12px 24px"><a href="https:\/\/pay\.chai\.example\/\?o=1&amp;a=2"[^>]*>Pay now</,
    );
    expect(html.match(/padding:12px 24px/g)).toHaveLength(1);
    expect(html).toMatch(/<a href="https:\/\/ship\.example\.in\/[^"]*"[^>]*>Track your parcel</);
    expect(text).toContain('Pay here: https://pay.chai.example/?o=1&a=2');
  });

  it('makes a link of each address in its text, also if one address begins with another', () => {
    const reviewUrl = 'https://chai.example/r';
    const { html } = mailOf({ moment: 'delivered', reviewUrl, trackUrl: `${reviewUrl}/t/abc` });
    expect(html).toContain(`<a href="${reviewUrl}" style=`);
    expect(html).not.toMatch(/href="<a|<a [^>]*<a /);
  });

  it('shows the progress of the parcel, in the colour of a problem if there is one', () => {
    const cells = (moment: MessageFacts['moment']) =>
      [
        ...mailOf({ moment }).html.matchAll(
          /<td(?: class="ahead")? height="6" bgcolor="(#\w+)" style="height:6px;line-height:6px;font-size:6px;background:#\w+;border-radius:3px/g,
        ),
      ].map(([, color]) => color);
    expect(cells('out_for_delivery')).toEqual([...Array(4).fill('#FFD400'), '#d0d7de']);
    expect(cells('delivery_failed')).toEqual([...Array(4).fill('#8a5300'), '#d0d7de']);
    expect(cells('return_received')).toEqual(Array(4).fill('#FFD400'));
    expect(cells('cod_to_prepaid')).toEqual([]);
  });

  it('shows ten items and the number of the others', () => {
    const items = Array.from({ length: 12 }, (_, index) => ({ name: `Item ${index + 1}`, units: 1 }));
    const { text } = mailOf({}, { items });
    expect(text).toContain('1 × Item 10\nand 2 more');
    expect(text).not.toContain('Item 11');
  });

  it('leaves out unknown values', () => {
    const nobody = { supportPhone: null, supportEmail: null, supportWhatsapp: null, siteUrl: null };
    const { html, text } = mailOf({ codAmountPaise: 0 }, { items: [], address: [], ...nobody });
    expect(html + text).not.toMatch(/To pay|Address|Questions|>Order CHAI-1</);
  });

  it('puts a white logo on a dark background', () => {
    expect(mailOf({}, { logo: { ...LOGO, isLight: true } }).html).toContain('bgcolor="#1c2126"');
    expect(htmlOf({})).not.toContain('bgcolor="#1c2126"');
  });

  it('fits the logo into the space, with sizes that Outlook respects', () => {
    expect(htmlOf({})).toContain(
      `<img src="${LOGO.url}" alt="Chai &amp; Co" width="192" height="48" border="0"`,
    );
  });

  it('has no script and no foreign content, and only tables that Outlook shows', () => {
    const html = htmlOf({});
    expect(html).not.toMatch(/<script|<link|<form|@import|url\(/i);
    expect(html.length).toBeLessThan(20_000);
    const hosts = [...html.matchAll(/(?:src|href)="https?:\/\/([^/"]+)/g)].map((match) => match[1]);
    expect(new Set(hosts)).toEqual(new Set(['ship.example.in', 'wa.me', 'chai.example']));
  });

  it('escapes the texts of customers and merchants', () => {
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

  it('has the link in its text part exactly once', () => {
    const words = fillTemplate(FACTS, defaultTemplate('shipped', 'email', ENGLISH));
    expect(emailOf(words, null).text.split(FACTS.trackUrl ?? '')).toHaveLength(2);
    const own = fillTemplate(FACTS, { subject: 'S', text: 'See {{track_url}}' });
    expect(emailOf(own, null).text.split(FACTS.trackUrl ?? '')).toHaveLength(2);
  });
});
