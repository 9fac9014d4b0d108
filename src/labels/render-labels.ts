import { setImmediate as turn } from 'node:timers/promises';
import type { LabelContent } from './label-content.ts';
import { layoutLabel } from './layout/label-layout.ts';
import type { Mark } from './layout/marks.ts';
import { prepareLogo } from './logo.ts';
import { openPdf } from './pdf/pdf-writer.ts';
import { writeZpl } from './zpl/zpl-writer.ts';

/** Labels of one request: all at hand, or read one after the other while the file is written. */
export type Labels = Iterable<LabelContent> | AsyncIterable<LabelContent>;

/**
 * The labels as one PDF, a page of 4 x 6 inch each, in pieces as they are done: hand it to
 * `Readable.from`. Between labels other requests get their turn, and nothing is made before the reader
 * asks for it. Throws a `Problem` at a tracking number that cannot be a barcode.
 */
export async function* renderPdf(labels: Labels, madeAt: number): AsyncGenerator<Buffer, void, undefined> {
  const pdf = openPdf('Shipping labels', madeAt);
  for await (const label of labels) {
    pdf.addLabel(await marksOf(label));
    yield* pdf.take();
    await turn();
  }
  pdf.finish();
  yield* pdf.take();
}

/**
 * The labels in ZPL II for 203 dpi printers, a string each, one `^XA` to `^XZ` after the other; otherwise
 * as `renderPdf`.
 */
export async function* renderZpl(labels: Labels): AsyncGenerator<string, void, undefined> {
  for await (const label of labels) {
    yield await writeZpl(await marksOf(label));
    await turn();
  }
}

async function marksOf(label: LabelContent): Promise<Mark[]> {
  const logo = label.logo === null ? null : await prepareLogo(label.logo);
  return layoutLabel(label, logo);
}
