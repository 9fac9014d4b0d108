import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, it } from 'vitest';
import { MOMENTS } from '../../src/domain/tracking/moments.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import type { LabelContent } from '../../src/papers/labels/label-content.ts';
import { renderPapers } from '../../src/papers/render-papers.ts';
import { launchBrowser } from '../support/browser.ts';
import { CARRIER } from '../support/carriers.ts';
import { multipart } from '../support/multipart.ts';
import { API } from '../support/orders.ts';
import { RECEIVERS_BY_SCRIPT, sampleLabel } from '../support/sample-label.ts';
import { BRANDS } from './brands.ts';
import { JOURNEYS, openGround, type PictureGround, RETURNS } from './ground.ts';

/** `npm run pictures -- customers` writes docs/images/customers and an overview of them. These are no tests. */
const FOLDER = join(PACKAGE_ROOT, 'docs/images/customers');
const SHEET = join(PACKAGE_ROOT, 'docs/reference/what-customers-see.md');

const PHONE = { viewport: { width: 390, height: 844 } } as const;
const DESKTOP = { viewport: { width: 1100, height: 800 } } as const;

/** Other languages, themes and screens for the page of a parcel that is out for delivery. */
const LOOKS: Readonly<Record<string, Look>> = {
  desktop: DESKTOP,
  dark: { ...PHONE, colorScheme: 'dark' },
  'forced-colours': { ...PHONE, forcedColors: 'active' },
  'letters-of-twice-the-size': { ...PHONE, letters: '200%' },
  'narrowest-phone': { viewport: { width: 320, height: 640 } },
  hindi: { ...PHONE, lang: 'hi' },
  bengali: { ...PHONE, lang: 'bn' },
  marathi: { ...PHONE, lang: 'mr' },
  tamil: { ...PHONE, lang: 'ta' },
};

const STATES = [...Object.keys(JOURNEYS), 'delayed'];

let ground: PictureGround;
let browser: Browser;
const shown: { readonly title: string; readonly files: { readonly name: string; readonly alt: string }[] }[] =
  [];

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  [ground, browser] = await Promise.all([openGround(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await ground.test.stop();
  writeFileSync(SHEET, sheetOf());
});

function section(title: string) {
  const made = { title, files: [] as { name: string; alt: string }[] };
  shown.push(made);
  return async (name: string, png: Uint8Array, width: number) => {
    await sharp(png)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 70 })
      .toFile(join(FOLDER, `${name}.webp`));
    made.files.push({ name, alt: name.replaceAll('-', ' ') });
  };
}

type Look = BrowserContextOptions & { readonly letters?: string; readonly lang?: string };

async function picture(path: string, look: Look = PHONE): Promise<Buffer> {
  const [png] = await picturesOf([path], look);
  if (png === undefined) throw new Error('one page gives one picture');
  return png;
}

async function picturesOf(paths: readonly string[], look: Look): Promise<Buffer[]> {
  const { letters, lang, ...options } = look;
  const context = await browser.newContext({ ...options, deviceScaleFactor: 1.5, locale: 'en-IN' });
  const page = await context.newPage();
  const pngs: Buffer[] = [];
  for (const path of paths) {
    const asked = path.includes('?') ? '&' : '?';
    await page.goto(`${ground.address}${path}${lang === undefined ? '' : `${asked}lang=${lang}`}`);
    if (letters !== undefined) await page.evaluate(`document.documentElement.style.fontSize = '${letters}'`);
    pngs.push(await page.screenshot({ fullPage: true }));
  }
  await context.close();
  return pngs;
}

it('renders the tracking page in every state', async () => {
  const keep = section('The tracking page in every state');
  for (const name of STATES) await keep(name, await picture(ground.pages.get(name) ?? ''), 390);
  await keep('not-found', await picture('/track/NOBODYS'), 390);
});

it('renders the page of a return', async () => {
  const keep = section('A return, from the customer to the seller');
  for (const name of Object.keys(RETURNS)) await keep(name, await picture(ground.pages.get(name) ?? ''), 390);
});

it('renders the tracking page in every language, theme and size', async () => {
  const keep = section('Themes, sizes and languages');
  const path = ground.pages.get('out-for-delivery') ?? '';
  for (const [name, look] of Object.entries(LOOKS)) {
    await keep(name, await picture(path, look), look.viewport?.width ?? 390);
  }
  await keep(
    'going-back-dark',
    await picture(ground.pages.get('going-back') ?? '', { ...DESKTOP, colorScheme: 'dark' }),
    1100,
  );
});

/** The width of a picture of many pages, in rows. */
const SHEET_WIDTH = 1200;

/** Pages next to each other, each with its full length. */
async function beside(pngs: readonly Buffer[], inRow: number): Promise<Buffer> {
  const tileWidth = SHEET_WIDTH / inRow;
  const tiles = await Promise.all(
    pngs.map((png) => sharp(png).resize({ width: tileWidth }).png().toBuffer({ resolveWithObject: true })),
  );
  const rows = Array.from({ length: Math.ceil(tiles.length / inRow) }, (_, row) =>
    tiles.slice(row * inRow, (row + 1) * inRow),
  );
  let top = 0;
  const placed = rows.flatMap((row) => {
    const at = top;
    top += Math.max(...row.map(({ info }) => info.height));
    return row.map(({ data }, column) => ({ input: data, left: column * tileWidth, top: at }));
  });
  const sheet = { width: SHEET_WIDTH, height: top, channels: 3, background: '#808080' } as const;
  return sharp({ create: sheet }).composite(placed).png().toBuffer();
}

it('renders an overview of every state in every language and theme', async () => {
  const keep = section('Every state in each theme, size and language');
  for (const [name, look] of Object.entries(LOOKS)) {
    const paths = [...STATES, ...Object.keys(RETURNS)].map((state) => ground.pages.get(state) ?? '');
    await keep(
      `every-state-${name}`,
      await beside(await picturesOf(paths, look), look === LOOKS.desktop ? 3 : 6),
      SHEET_WIDTH,
    );
  }
});

/** Signs in with the code of a text message, and returns the path of the form. */
async function formOf(path: string): Promise<string> {
  const post = (url: string, fields: Record<string, string>) =>
    ground.test.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  await post(`${path}/codes`, { channel: 'sms' });
  const { headers } = await post(`${path}/code`, { code: ground.lastCode() });
  return String(headers.location).replace(/\?.*/, '');
}

async function send(form: string, fields: Record<string, string>): Promise<void> {
  const body = multipart(Object.entries(fields).map(([name, value]) => ({ name, value })));
  const { headers, payload } = body;
  const { statusCode } = await ground.test.app.inject({ method: 'POST', url: form, headers, payload });
  if (statusCode !== 303) throw new Error(`${form}: ${statusCode}`);
}

it('renders the answer to a failed delivery and the request for a return', async () => {
  const keep = section('Answering a failed delivery, and requesting a return');
  const failed = ground.pages.get('not-delivered') ?? '';
  await keep('asking-choose', await picture(`${failed}/ask`), 390);
  await keep('asking-code', await picture(`${failed}/code`), 390);
  const form = await formOf(failed);
  await keep('asking-form', await picture(form), 390);
  for (const [name, look] of Object.entries(LOOKS)) {
    await keep(`asking-form-${name}`, await picture(form, look), look.viewport?.width ?? 390);
  }
  const again = ground.pages.get('asked-again') ?? '';
  await send(await formOf(again), { answer: 'refuse' });
  await keep('asked-and-waiting', await picture(again), 390);
  const delivered = ground.pages.get('delivered') ?? '';
  const back = await formOf(delivered);
  await keep('return-form', await picture(back), 390);
  await keep('return-form-dark', await picture(back, { ...PHONE, colorScheme: 'dark' }), 390);
  await keep('return-form-hindi', await picture(back, { ...PHONE, lang: 'hi' }), 390);
  const returned = ground.pages.get('asked-back') ?? '';
  await send(await formOf(returned), { reason: 'damaged', units_1: '1', units_2: '0' });
  await keep('return-asked-for', await picture(returned), 390);
});

it('renders the search page without a parcel', async () => {
  const keep = section('With only a tracking number, and the form that finds a parcel');
  const { app } = ground.test;
  const { body } = await app.inject({ url: ground.pages.get('out-for-delivery') ?? '' });
  const [number = ''] = body.match(/TITL\d+/) ?? [];
  await keep('number-alone', await picture(`/track/${number}`), 390);
  for (const { store_name } of BRANDS) {
    const path = `/track?store=${ground.storeIds.get(store_name)}`;
    await keep(`find-${store_name}`, await picture(path), 390);
    await keep(`find-${store_name}-dark`, await picture(path, { ...PHONE, colorScheme: 'dark' }), 390);
  }
  const kavi = `/track?store=${ground.storeIds.get('kavi')}`;
  await keep('find-kavi-hindi', await picture(kavi, { ...PHONE, lang: 'hi' }), 390);
});

it('renders three brands', async () => {
  const keep = section('Three brands: a red word mark on white, a transparent white logo, no logo');
  for (const { store_name } of BRANDS) {
    const path = ground.pages.get(store_name) ?? '';
    await keep(`brand-${store_name}`, await picture(path), 390);
    await keep(`brand-${store_name}-dark`, await picture(path, { ...PHONE, colorScheme: 'dark' }), 390);
  }
});

it('renders emails', async () => {
  const keep = section('Emails');
  const { app } = ground.test;
  const { headers } = ground.account;
  const hindi = ground.shipmentIds.at(-1);
  /** The newest in English, unless the Hindi store's shipment is requested. */
  const pictureOf = async (query: string, look: BrowserContextOptions, isHindi = false) => {
    const url = `${API}/messages?channel=email&per_page=100&${query}`;
    const messages: { id: string; shipment_id: string }[] = (await app.inject({ url, headers })).json().data;
    const message = messages.find(({ shipment_id }) => (shipment_id === hindi) === isHindi);
    if (message === undefined) throw new Error(`no message for ${query}`);
    const { body } = await app.inject({ url: `${API}/messages/${message.id}/preview`, headers });
    const context = await browser.newContext(look);
    const page = await context.newPage();
    await page.setContent(body.replaceAll('https://ship.example.in', ground.address));
    const png = await page.screenshot({ fullPage: true });
    await context.close();
    return png;
  };
  const WIDE = { viewport: { width: 640, height: 600 } };
  for (const moment of MOMENTS) {
    await keep(`email-${moment}`.replaceAll('_', '-'), await pictureOf(`moment=${moment}`, WIDE), 480);
  }
  const shown = `shipment_id=${ground.shipmentIds[2]}&moment=out_for_delivery`;
  await keep('email-dark', await pictureOf(shown, { ...WIDE, colorScheme: 'dark' }), 480);
  await keep('email-phone', await pictureOf(shown, PHONE), 390);
  for (const moment of ['shipped', 'out_for_delivery', 'delivery_failed', 'cod_to_prepaid']) {
    const picture = await pictureOf(`moment=${moment}`, WIDE, true);
    await keep(`email-hindi-${moment}`.replaceAll('_', '-'), picture, 480);
  }
});

it('renders labels and papers', async () => {
  const keep = section('Labels and papers');
  const pdfium = await PDFiumLibrary.init();
  const [first = ''] = ground.shipmentIds;
  const branded = BRANDS.map((_, index) => ground.shipmentIds[Object.keys(JOURNEYS).length + index] ?? '');
  const post = (path: string, payload: object) => ground.account.post(path, payload);
  await post('/invoices', { shipment_ids: branded });
  const papers = {
    label: await post('/labels', { shipment_ids: branded }),
    'label-a4-4': await post('/labels', { shipment_ids: ground.shipmentIds.slice(0, 4), paper: 'a4-4' }),
    'packing-slip': await post('/papers', { shipment_ids: branded, paper: 'packing_slip' }),
    invoice: await post('/papers', { shipment_ids: branded, paper: 'invoice' }),
    manifest: await post('/manifests', { warehouse_id: ground.warehouseId, carrier_id: CARRIER }),
    picklist: await post('/papers', { shipment_ids: [first, ...branded], paper: 'picklist' }),
  };
  for (const [name, { statusCode, body }] of Object.entries(papers)) {
    if (statusCode >= 300) throw new Error(`${name}: ${body}`);
  }
  const asked = {
    gstin: '07ABCDE1234F1Z2',
    invoice: { number: 'KAVI2627/42', valuePaise: 259_800 },
    hasOrderBars: true,
  };
  const delhivery = {
    carrierName: 'Delhivery',
    serviceName: 'Surface 500 g',
    orderDisplayId: 'KH-1014',
    asked,
  };
  const { devanagari, tamil } = RECEIVERS_BY_SCRIPT;
  const drawn: [string, Uint8Array][] = [
    ...Object.entries(papers).map(([name, { rawPayload }]): [string, Uint8Array] => [name, rawPayload]),
    ['label-delhivery', await labelsOf([sampleLabel(delhivery)])],
    [
      'label-scripts',
      await labelsOf(
        [devanagari, tamil].flatMap((receiver) => (receiver ? [sampleLabel({ receiver })] : [])),
      ),
    ],
  ];
  for (const [name, pdf] of drawn) {
    const document = await pdfium.loadDocument(pdf);
    for (const [index, page] of [...document.pages()].entries()) {
      const { data, width, height } = await page.render({ scale: 1.6, render: 'bitmap' });
      const raw = { width, height, channels: 4 } as const;
      const png = await sharp(data, { raw }).flatten({ background: 'white' }).png().toBuffer();
      await keep(
        `${name}-${index + 1}`,
        png,
        name === 'label-a4-4' ? 460 : name.startsWith('label') ? 390 : 640,
      );
    }
    document.destroy();
  }
});

async function labelsOf(labels: readonly LabelContent[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of renderPapers('pdf', labels, 0)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

function sheetOf(): string {
  const head = `# What customers and packers see

These pictures show every state of the tracking page, the emails, the labels and the papers, with sample orders. \`npm run pictures -- customers\` creates them.
`;
  const sections = shown.map(({ title, files }) => {
    const pictures = files.map(
      ({ name, alt }) => `<img src="../images/customers/${name}.webp" width="240" alt="${alt}">`,
    );
    return `## ${title}\n\n${pictures.join('\n')}\n`;
  });
  return [head, ...sections].join('\n');
}
