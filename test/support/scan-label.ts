import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);
// By `require`: its ES module is 8 MB that Vitest would transform first.
const { ready } = require('zpl-renderer-js') as typeof import('zpl-renderer-js');

/** A page as a printer would burn it: one byte a dot, 0 for black to 255 for white. */
export interface Print {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** A barcode that a scanner found on a print, with its left and right end and the rows it spans, in dots. */
export interface ScannedBarcode {
  readonly format: string;
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

const PRINTER_DPI = 203.2;

let zxing: Promise<unknown> | undefined;
let pdfium: Promise<PDFiumLibrary> | undefined;

/** Draws each page of a PDF with PDFium, by default at the resolution of a thermal printer. */
export async function printPdf(pdf: Uint8Array, dpi = PRINTER_DPI): Promise<Print[]> {
  pdfium ??= PDFiumLibrary.init();
  const document = await (await pdfium).loadDocument(pdf);
  try {
    const prints: Print[] = [];
    for (const page of document.pages()) {
      const options = { scale: dpi / 72, render: 'bitmap', colorSpace: 'Gray' } as const;
      const { data, width, height } = await page.render(options);
      prints.push({ width, height, grey: data });
    }
    return prints;
  } finally {
    document.destroy();
  }
}

/** What the pages of a PDF say, in the order in which it is written. */
export async function readPdf(pdf: Uint8Array): Promise<string> {
  pdfium ??= PDFiumLibrary.init();
  const document = await (await pdfium).loadDocument(pdf);
  try {
    return [...document.pages()].map((page) => page.getText()).join('\n');
  } finally {
    document.destroy();
  }
}

/**
 * Prints one ZPL label of 4 x 6 inch with an interpreter that is not ours.
 *
 * @param millimetres from the upper edge, where the rest need not be seen: the time goes with the area
 */
export async function printZpl(zpl: string, millimetres = 152.4): Promise<Print> {
  const { api } = await ready;
  const png = Buffer.from(await api.zplToBase64Async(zpl, 101.6, millimetres, 8), 'base64');
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, grey: new Uint8Array(data) };
}

/** Every Code 128 that a scanner finds. */
export async function scan({ width, height, grey }: Print): Promise<ScannedBarcode[]> {
  zxing ??= prepareZXingModule({ overrides: { wasmBinary: zxingBinary() }, fireImmediately: true });
  await zxing;
  const picture = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), grey]);
  const found = await readBarcodes(picture, { formats: ['Code128'], tryHarder: true, tryRotate: false });
  return found.map(({ format, text, position }) => ({
    format,
    text,
    left: position.topLeft.x,
    right: position.topRight.x,
  }));
}

/** How many dots of a part of a print are dark. */
export function inkIn(
  { width, grey }: Print,
  part: { x: number; y: number; width: number; height: number },
): number {
  let ink = 0;
  for (let y = part.y; y < part.y + part.height; y++) {
    for (let x = part.x; x < part.x + part.width; x++) {
      if ((grey[y * width + x] ?? 255) < 128) ink += 1;
    }
  }
  return ink;
}

function zxingBinary(): ArrayBuffer {
  const bytes = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
