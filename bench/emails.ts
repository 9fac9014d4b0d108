import { paletteOf } from '../src/domain/brand-color.ts';
import { CUSTOMER_LANGUAGES } from '../src/domain/languages/languages.ts';
import { MOMENTS } from '../src/domain/tracking/moments.ts';
import { defaultTemplate } from '../src/messages/default-templates.ts';
import { emailOf } from '../src/messages/email.ts';
import { fillTemplate } from '../src/messages/fill-template.ts';
import { median } from './support/compare.ts';

export const name = 'Emails to customers';

const ROUNDS = 40;
const EMAILS = 500;
const ITEMS = 10;
const BLOCKS = 40;

/**
 * An email of ten items with a logo, rendered to text and HTML, compared with one template literal of the
 * same size whose 40 texts are escaped. Goal: 5 ms of processor time per email.
 */
export async function run(): Promise<string> {
  const rows: string[] = [];
  for (const [code, language] of Object.entries(CUSTOMER_LANGUAGES)) {
    const ours = () => {
      let bytes = 0;
      for (let sent = 0; sent < EMAILS; sent += 1) {
        const moment = MOMENTS[sent % MOMENTS.length] ?? 'shipped';
        const facts = { ...FACTS, moment, orderId: `KH-${sent}` };
        const words = fillTemplate(facts, defaultTemplate(moment, 'email', language), language);
        const { html, text } = emailOf(words, { ...DRESS, moment }, language);
        bytes += html.length + text.length;
      }
      return bytes / EMAILS;
    };
    const size = Math.round(ours());
    const bare = () => {
      let bytes = 0;
      for (let sent = 0; sent < EMAILS; sent += 1) bytes += bareEmail(size, sent).length;
      return bytes;
    };
    const times = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.bare.push(processorMs(bare));
      times.ours.push(processorMs(ours));
    }
    const each = (list: readonly number[]) => ((median(list) / EMAILS) * 1000).toFixed(0);
    rows.push(`| ${code} | ${each(times.ours)} | ${each(times.bare)} | ${(size / 1000).toFixed(1)} |`);
  }
  return [
    `Emails of all kinds in turn, with ${ITEMS} items and a logo, as HTML and as text. Processor time, median of ${ROUNDS} rounds of ${EMAILS}. Baseline: one template literal of the same size with ${BLOCKS} escaped texts. Goal: 5 ms for an email.`,
    '',
    '| Language | email, us | bare literal, us | HTML and text, thousand characters |',
    '|---|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

const FACTS = {
  firstName: 'Asha',
  brand: 'Kavi Handlooms',
  trackingNumber: 'TITL12225955603',
  carrierName: 'Titlipath',
  codAmountPaise: 129_900,
  expectedDate: '2026-11-30',
  ndrReason: 'address_incomplete',
  trackUrl: 'https://ship.example.in/t/k7m2qx9d4ht',
  paymentUrl: 'https://pay.shop.example/KH-1',
  reviewUrl: 'https://shop.example/review',
} as const;

const DRESS = {
  logo: { url: 'https://ship.example.in/logos/1/a.png', width: 800, height: 200, isLight: false },
  palette: paletteOf('#B3261E'),
  items: Array.from({ length: ITEMS }, (_, index) => ({
    name: `Cotton kurta ${index + 1}, indigo`,
    units: 1,
  })),
  address: ['Asha Rao', '12, 4th Cross, Indiranagar', 'Bengaluru, Karnataka, 560038'],
  helpline: '1800 100 0009',
  supportPhone: '1800 123 4567',
  supportEmail: 'help@shop.example',
  supportWhatsapp: '9876543210',
  siteUrl: 'https://shop.example/',
};

function processorMs(work: () => number): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function bareEmail(size: number, sent: number): string {
  const filler = 'x'.repeat(Math.max(0, Math.floor(size / BLOCKS) - 20));
  let html = '';
  for (let block = 0; block < BLOCKS; block += 1) {
    const text = `Kavi & Co <${sent}> ${block}`.replace(/[&<>]/g, (sign) =>
      sign === '&' ? '&amp;' : '&lt;',
    );
    html += `<p>${text}${filler}</p>`;
  }
  return html;
}
