import { setImmediate as turn } from 'node:timers/promises';
import type { LabelContent, LabelFormat } from './label-content.ts';
import { layoutLabel } from './layout/label-layout.ts';
import type { Mark } from './layout/marks.ts';
import { prepareLogo } from './logo.ts';
import { openPdf } from './pdf/pdf-writer.ts';
import { writeZpl } from './zpl/zpl-writer.ts';

/** Labels of one request: all at hand, or read one after the other while the file is written. */
export type Labels = Iterable<LabelContent> | AsyncIterable<LabelContent>;

/** One file in the making. */
export interface LabelFile {
  /** What has been written when the label is in it. Throws a `Problem` at a tracking number that cannot be a barcode. */
  add(label: LabelContent): Promise<Buffer[]>;
  /** The rest. */
  finish(): Buffer[];
}

/**
 * A PDF with a page of 4 x 6 inch for each label, or ZPL II for 203 dpi printers, one `^XA` to `^XZ` after the other.
 *
 * @param madeAt unix milliseconds
 */
export function openLabelFile(format: LabelFormat, madeAt: number): LabelFile {
  if (format === 'zpl') {
    return { add: async (label) => [Buffer.from(await writeZpl(await marksOf(label)))], finish: () => [] };
  }
  const pdf = openPdf('Shipping labels', madeAt);
  return {
    add: async (label) => {
      pdf.addLabel(await marksOf(label));
      return pdf.take();
    },
    finish: () => {
      pdf.finish();
      return pdf.take();
    },
  };
}

/** Makes a file of labels, in pieces as they are done: hand it to `Readable.from`. */
export type RenderLabels = (
  format: LabelFormat,
  labels: Labels,
  madeAt: number,
) => AsyncGenerator<Buffer, void, undefined>;

/**
 * Here and now. Between labels other requests get their turn, and nothing is made before the reader asks for it. Throws
 * as `LabelFile.add`.
 */
export const renderLabels: RenderLabels = async function* (format, labels, madeAt) {
  const file = openLabelFile(format, madeAt);
  for await (const label of labels) {
    yield* await file.add(label);
    await turn();
  }
  yield* file.finish();
};

async function marksOf(label: LabelContent): Promise<Mark[]> {
  const logo = label.logo === null ? null : await prepareLogo(label.logo);
  return layoutLabel(label, logo);
}
