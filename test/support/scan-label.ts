import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);
// Loaded by `require`: Vitest would transform the 8 MB ES module first.
const { ready } = require('zpl-renderer-js') as typeof import('zpl-renderer-js');

/** A page as a printer burns it: one byte for each dot, from 0 (black) to 255 (white). */
export interface Print {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** A barcode that a scanner found on a print, with its left and right end and its upper row, in dots. */
export interface ScannedBarcode {
  readonly format: string;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
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

/** The text of each page of a PDF, in the order in which it is written. */
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
 * Prints one ZPL label of 4 x 6 inch with an independent interpreter.
 *
 * @param millimetres length to draw from the upper edge; the time grows with the area
 */
export async function printZpl(zpl: string, millimetres = 152.4): Promise<Print> {
  const { api } = await ready;
  const png = Buffer.from(await api.zplToBase64Async(zpl, 101.6, millimetres, 8), 'base64');
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, grey: new Uint8Array(data) };
}

/** Finds every Code 128 barcode as a scanner does. */
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
    top: position.topLeft.y,
  }));
}

/** Counts the dark dots in a part of a print. */
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
