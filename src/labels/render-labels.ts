import { setImmediate as turn } from 'node:timers/promises';
import type { LabelContent, LabelFormat } from './label-content.ts';
import { layoutLabel } from './layout/label-layout.ts';
import { layoutManifestPage } from './layout/manifest-layout.ts';
import type { Mark } from './layout/marks.ts';
import { prepareLogo } from './logo.ts';
import type { ManifestPage } from './manifest-page.ts';
import { openPdf } from './pdf/pdf-writer.ts';
import { writeZpl } from './zpl/zpl-writer.ts';

/** What a file is: labels, or a manifest as PDF. */
export type PrintedFormat = LabelFormat | 'manifest';

/** What stands on one page. */
export type PageContent = LabelContent | ManifestPage;

/** Labels of one request, or pages of a manifest: all at hand, or read one after the other while the file is written. */
export type Labels = Iterable<PageContent> | AsyncIterable<PageContent>;

/** One file in the making. */
export interface LabelFile {
  /** What has been written when the label is in it. Throws a `Problem` at a tracking number that cannot be a barcode. */
  add(label: PageContent): Promise<Buffer[]>;
  /** The rest. */
  finish(): Buffer[];
}

/**
 * A PDF with a page of 4 x 6 inch for each label, or ZPL II for 203 dpi printers, one `^XA` to `^XZ` after the other;
 * of a manifest, a PDF of A4 pages.
 *
 * @param madeAt unix milliseconds
 */
export function openLabelFile(format: PrintedFormat, madeAt: number): LabelFile {
  if (format === 'zpl') {
    return { add: async (label) => [Buffer.from(await writeZpl(await marksOf(label)))], finish: () => [] };
  }
  const pdf =
    format === 'manifest'
      ? openPdf('Manifest', 'manifest', madeAt)
      : openPdf('Shipping labels', 'label', madeAt);
  return {
    add: async (label) => {
      pdf.addPage(await marksOf(label));
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
  format: PrintedFormat,
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

async function marksOf(label: PageContent): Promise<Mark[]> {
  if ('rows' in label) return layoutManifestPage(label);
  const logo = label.logo === null ? null : await prepareLogo(label.logo);
  return layoutLabel(label, logo);
}
