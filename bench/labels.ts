import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { LabelContent } from '../src/papers/labels/label-content.ts';
import { renderPapers } from '../src/papers/render-papers.ts';
import { RECEIVERS_BY_SCRIPT, sampleLabel } from '../test/support/sample-label.ts';
import { median, quantile } from './support/figures.ts';

export const name = 'Shipping labels';

const ROUNDS = 60;
/** Until the engine has compiled the code for labels, as in a service that prints. */
const WARM_UP = 300;
const BATCH = 200;
const BATCH_ROUNDS = 5;

const require = createRequire(import.meta.url);

interface Fonts {
  readonly script: string;
  readonly files: readonly [file: string, text: string][];
}

const latin: Fonts['files'] = [
  ['noto-sans/files/noto-sans-latin-400-normal.woff', 'Near Gandhi Chowk, Sector 9'],
  ['noto-sans/files/noto-sans-latin-700-normal.woff', 'Rajesh Kumar Sharma 110077'],
];

const withScript = (id: string, text: string): Fonts['files'] => [
  ...latin,
  ...([400, 700] as const).map((weight): [string, string] => [
    `noto-sans-${id}/files/noto-sans-${id}-${id}-${weight}-normal.woff`,
    text,
  ]),
];

const CASES: readonly Fonts[] = [
  { script: 'latin', files: latin },
  { script: 'devanagari', files: withScript('devanagari', 'गांधी चौक के पास') },
  { script: 'tamil', files: withScript('tamil', 'பெரியார் தெரு') },
  { script: 'bengali', files: withScript('bengali', 'হাওড়া ব্রিজ স্ট্রিট') },
];

/** The time of a label by its script, and the effect of a file of 200 on everything else. */
export async function run(): Promise<string> {
  const rows: string[] = [];
  const labels = [];
  for (const fonts of CASES) labels.push(await timeLabels(fonts));
  for (const [index, fonts] of CASES.entries()) {
    const page = await timeBarePages(fonts);
    const { pdf, zpl } = labels[index] as Awaited<ReturnType<typeof timeLabels>>;
    rows.push(`| ${fonts.script} | ${pdf.ms} | ${page.ms} | ${pdf.kB} | ${zpl.ms} | ${zpl.kB} |`);
  }
  return [
    'One label, after 300 others: median (95th percentile) of 60. After the labels, 60 bare pdfkit pages with one line of text in each of the same four',
    'or two fonts. Labels and pages do not run in turns, because a bare page opens its fonts again, and labels next to it take twice as long.',
    '',
    '| Script | label, ms | bare page, ms | label, kB | ZPL, ms | ZPL, kB |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    ...(await batches()),
  ].join('\n');
}

/** The time and size of labels of a script: the cells of its row, except those of the bare page. */
async function timeLabels({ script }: Fonts) {
  let number = 0;
  const next = () => {
    const receiver = RECEIVERS_BY_SCRIPT[script];
    number += 1;
    return sampleLabel({
      trackingNumber: `DKY${10_000_000_000 + number}`,
      ...(receiver ? { receiver } : {}),
    });
  };
  const pdf = () => sizeOf(renderPapers('pdf', [next()], 0));
  const zpl = () => sizeOf(renderPapers('zpl', [next()], 0));
  for (let round = 0; round < WARM_UP; round++) {
    await pdf();
    await zpl();
  }
  return { pdf: await timed(pdf), zpl: await timed(zpl) };
}

function timeBarePages({ files }: Fonts) {
  const fonts = readFonts(files);
  return timed(() => bare(fonts));
}

function readFonts(files: Fonts['files']) {
  return files.map(([file, text]) => ({
    bytes: readFileSync(require.resolve(`@fontsource/${file}`)),
    text,
  }));
}

async function timed(make: () => number | Promise<number>): Promise<{ ms: string; kB: string }> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    bytes = await make();
    times.push(performance.now() - start);
  }
  return { ms: spread(times), kB: kilobytes(bytes) };
}

/** 200 labels of all scripts with a logo, and the longest time for which they block the event loop. */
async function batches(): Promise<string[]> {
  const logo = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const receivers = [undefined, ...Object.values(RECEIVERS_BY_SCRIPT)];
  const labels = Array.from({ length: BATCH }, (_, index): LabelContent => {
    const receiver = receivers[index % receivers.length];
    return sampleLabel({ trackingNumber: `DKY${index}`, logo, ...(receiver ? { receiver } : {}) });
  });
  const latinOnly = labels.map((label) => ({ ...label, receiver: sampleLabel().receiver }));
  const lines: string[] = [
    `${BATCH} labels in one file: median of ${BATCH_ROUNDS}. The block is the longest time that another request had to`,
    'wait. The baseline is 200 bare pdfkit pages with one line in two fonts.',
    '',
    '| | ms | longest block, ms | kB |',
    '|---|---:|---:|---:|',
  ];
  lines.push(await batch('PDF, Latin', () => sizeOf(renderPapers('pdf', latinOnly, 0))));
  lines.push(await batch('PDF, ten scripts', () => sizeOf(renderPapers('pdf', labels, 0))));
  lines.push(await batch('ZPL, Latin', () => sizeOf(renderPapers('zpl', latinOnly, 0))));
  lines.push(await batch('ZPL, ten scripts', () => sizeOf(renderPapers('zpl', labels, 0))));
  const fonts = readFonts(latin);
  lines.push(await batch('bare pages', async () => bare(fonts, BATCH)));
  return lines;
}

async function batch(title: string, make: () => Promise<number>): Promise<string> {
  const times: number[] = [];
  const blocks: number[] = [];
  let bytes = 0;
  for (let round = 0; round < BATCH_ROUNDS; round++) {
    const watch = watchTurns();
    const start = performance.now();
    bytes = await make();
    times.push(performance.now() - start);
    blocks.push(await watch());
  }
  return `| ${title} | ${Math.round(median(times))} | ${median(blocks).toFixed(1)} | ${kilobytes(bytes)} |`;
}

/** Measures how long the event loop is blocked at once, until it is asked. */
function watchTurns(): () => Promise<number> {
  let over = false;
  let longest = 0;
  const watching = (async () => {
    let last = performance.now();
    while (!over) {
      await turn();
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  return async () => {
    over = true;
    await watching;
    return longest;
  };
}

function bare(fonts: ReturnType<typeof readFonts>, pages = 1): number {
  const document = new PDFDocument({ size: [288, 432], margin: 0, autoFirstPage: false, font: '' });
  fonts.forEach(({ bytes }, index) => {
    document.registerFont(`font-${index}`, bytes);
  });
  let size = 0;
  const take = () => {
    for (let chunk = document.read(); chunk !== null; chunk = document.read()) size += chunk.length;
  };
  for (let page = 0; page < pages; page++) {
    document.addPage();
    fonts.forEach(({ text }, index) => {
      document
        .font(`font-${index}`)
        .fontSize(12)
        .text(text, 20, 40 + index * 20, { lineBreak: false });
    });
    take();
  }
  document.end();
  take();
  return size;
}

async function sizeOf(pieces: AsyncIterable<Buffer | string>): Promise<number> {
  let size = 0;
  for await (const piece of pieces) size += Buffer.byteLength(piece);
  return size;
}

function spread(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${quantile(times, 0.95).toFixed(1)})`;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0);
}
