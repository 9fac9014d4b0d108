import { setImmediate as turn } from 'node:timers/promises';
import { dressOf } from './a4/theme.ts';
import type { CourierLabelPages } from './courier-label.ts';
import { layoutInvoice } from './invoices/invoice-layout.ts';
import type { InvoicePaper } from './invoices/invoice-paper.ts';
import type { LabelContent, LabelFormat, LabelPaper } from './labels/label-content.ts';
import { layoutLabel } from './labels/label-layout.ts';
import { LABEL_SHEETS, type LabelSheet } from './labels/label-sheet.ts';
import { A4_PAGE } from './layout/dots.ts';
import type { Mark } from './layout/marks.ts';
import { prepareLogo } from './logo.ts';
import { layoutManifestPage } from './manifests/manifest-layout.ts';
import type { ManifestPage } from './manifests/manifest-page.ts';
import type { PackingSlip } from './packing-slips/packing-slip.ts';
import { layoutPackingSlip } from './packing-slips/packing-slip-layout.ts';
import { MergedPdf } from './pdf/merged-pdf.ts';
import { openPdf } from './pdf/pdf-writer.ts';
import { layoutPicklist } from './picklists/picklist-layout.ts';
import type { PicklistPaper } from './picklists/picklist-paper.ts';
import { writeZpl } from './zpl/zpl-writer.ts';

/** A PDF of our labels and couriers' own labels, which have separate pages. */
export type MergedFormat = `merged ${LabelPaper}`;

/** The format of a file: labels on a roll or on A4, or another paper as PDF. */
export type PrintedFormat = LabelFormat | Exclude<LabelPaper, '4x6'> | MergedFormat | keyof typeof TITLES;

export type PaperContent =
  | LabelContent
  | ManifestPage
  | InvoicePaper
  | PackingSlip
  | PicklistPaper
  | CourierLabelPages;

/** The papers of one request: all in memory, or loaded one by one while the file is written. */
export type Papers = Iterable<PaperContent> | AsyncIterable<PaperContent>;

export interface PaperFile {
  /** Adds a paper. @returns the new bytes @throws Problem if a number cannot be a barcode */
  add(paper: PaperContent): Promise<Buffer[]>;
  finish(): Promise<Buffer[]>;
}

const LABELS_TITLE = 'Shipping labels';
const TITLES = {
  manifest: 'Manifest',
  invoice: 'Invoices',
  packing_slip: 'Packing slips',
  picklist: 'Picklist',
} as const;

/**
 * Opens a file. Labels are a PDF with a page of 4 x 6 inch for each label, a PDF with A4 pages for several,
 * or ZPL II for 203 dpi printers, one `^XA` to `^XZ` after another. Other papers are a PDF of A4 pages.
 *
 * @param madeAt unix milliseconds
 */
export function openPaperFile(format: PrintedFormat, madeAt: number): PaperFile {
  if (format === 'zpl') {
    return {
      add: async (label) => [Buffer.from(await writeZpl(await marksOf(label)))],
      finish: async () => [],
    };
  }
  if (isMerged(format)) return openMerged(LABEL_SHEETS[MERGED_PAPERS[format]], madeAt);
  if (!isTitled(format)) return openSheets(LABEL_SHEETS[format === 'pdf' ? '4x6' : format], madeAt);
  const pdf = openPdf(TITLES[format], A4_PAGE, madeAt);
  return {
    add: async (paper) => {
      for (const marks of await pagesOf(paper)) pdf.addPage([{ marks, x: 0, y: 0, scale: 1 }]);
      return pdf.take();
    },
    finish: async () => {
      pdf.finish();
      return pdf.take();
    },
  };
}

const MERGED_PAPERS: Readonly<Record<MergedFormat, LabelPaper>> = {
  'merged 4x6': '4x6',
  'merged a4-1': 'a4-1',
  'merged a4-2': 'a4-2',
  'merged a4-4': 'a4-4',
};

function isMerged(format: PrintedFormat): format is MergedFormat {
  return format in MERGED_PAPERS;
}

/** Opens a file of labels on sheets. A page is written when it is full. */
function openSheets(sheet: LabelSheet, madeAt: number): PaperFile {
  const pdf = openPdf(LABELS_TITLE, sheet.page, madeAt);
  let waiting: Mark[][] = [];
  const write = () => {
    const labels = waiting.map((marks, index) => ({
      marks,
      ...(sheet.places[index] ?? { x: 0, y: 0, scale: 1 }),
    }));
    waiting = [];
    const cuts = sheet.cuts.length === 0 ? [] : [{ marks: sheet.cuts, x: 0, y: 0, scale: 1 }];
    pdf.addPage([...labels, ...cuts]);
  };
  return {
    add: async (label) => {
      waiting.push(await marksOf(label));
      if (waiting.length === sheet.places.length) write();
      return pdf.take();
    },
    finish: async () => {
      if (waiting.length > 0) write();
      pdf.finish();
      return pdf.take();
    },
  };
}

/** Opens a file in which our consecutive labels share sheets and fonts. */
function openMerged(sheet: LabelSheet, madeAt: number): PaperFile {
  const merged = new MergedPdf(LABELS_TITLE, madeAt);
  let ours: { readonly file: PaperFile; readonly written: Buffer[] } | null = null;
  const addOurs = async () => {
    if (ours === null) return;
    const { file, written } = ours;
    ours = null;
    await merged.add(Buffer.concat([...written, ...(await file.finish())]));
  };
  return {
    add: async (label) => {
      if ('courierPdf' in label) {
        await addOurs();
        await merged.add(label.courierPdf);
      } else {
        ours ??= { file: openSheets(sheet, madeAt), written: [] };
        ours.written.push(...(await ours.file.add(label)));
      }
      return [];
    },
    finish: async () => {
      await addOurs();
      return [await merged.finish()];
    },
  };
}

/** Makes a file of papers and gives its bytes in pieces, as they are ready: pass it to `Readable.from`. */
export type RenderPapers = (
  format: PrintedFormat,
  papers: Papers,
  madeAt: number,
) => AsyncGenerator<Buffer, void, undefined>;

/**
 * Renders in the current thread. Other requests are served between papers, and nothing is rendered before the
 * reader asks for it. Throws like `PaperFile.add`.
 */
export const renderPapers: RenderPapers = async function* (format, papers, madeAt) {
  const file = openPaperFile(format, madeAt);
  for await (const paper of papers) {
    yield* await file.add(paper);
    await turn();
  }
  yield* await file.finish();
};

function isTitled(format: PrintedFormat): format is keyof typeof TITLES {
  return format in TITLES;
}

async function marksOf(label: PaperContent): Promise<Mark[]> {
  if ('courierPdf' in label) throw new Error("A courier's own label cannot be drawn");
  if ('paper' in label) throw new Error(`A ${label.paper} is no label`);
  const logo = label.logo === null ? null : await prepareLogo(label.logo);
  return layoutLabel(label, logo);
}

async function pagesOf(paper: PaperContent): Promise<Mark[][]> {
  if (!('paper' in paper)) throw new Error('A label is no paper of A4 pages');
  const { brand } = paper;
  const dress = dressOf(brand, brand.logo === null ? null : await prepareLogo(brand.logo));
  switch (paper.paper) {
    case 'manifest':
      return [layoutManifestPage(paper, dress)];
    case 'invoice':
      return layoutInvoice(paper.invoice, dress);
    case 'packing_slip':
      return layoutPackingSlip(paper, dress);
    case 'picklist':
      return layoutPicklist(paper, dress);
  }
}
