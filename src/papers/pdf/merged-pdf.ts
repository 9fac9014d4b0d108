import type { PDFDocument } from '@cantoo/pdf-lib';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';

/** A PDF with the pages of other PDFs. Its bytes exist only at the end. */
export class MergedPdf {
  readonly #title: string;
  readonly #madeAt: number;
  #merged: Promise<PDFDocument> | null = null;

  /** @param madeAt epoch milliseconds */
  constructor(title: string, madeAt: number) {
    this.#title = title;
    this.#madeAt = madeAt;
  }

  /** Adds all pages of a PDF. @throws Problem `refused` if it cannot be read */
  async add(pdf: Uint8Array): Promise<void> {
    const merged = await this.#open();
    const { PDFDocument: Document } = await library();
    try {
      const source = await Document.load(pdf, { ignoreEncryption: true });
      for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page);
    } catch (cause) {
      const sentence = say(
        'courier_label_unreadable',
        'A label of a courier cannot be read: print it by itself, or ask the courier for another',
      );
      throw new Problem('refused', sentence, { cause });
    }
  }

  async finish(): Promise<Buffer> {
    return Buffer.from(await (await this.#open()).save());
  }

  #open(): Promise<PDFDocument> {
    this.#merged ??= this.#create();
    return this.#merged;
  }

  async #create(): Promise<PDFDocument> {
    const { PDFDocument: Document, PrintScaling } = await library();
    const merged = await Document.create({ updateMetadata: false });
    merged.setTitle(this.#title, { showInWindowTitleBar: true });
    merged.setCreator('Dakiya');
    merged.setProducer('Dakiya');
    merged.setCreationDate(new Date(this.#madeAt));
    merged.catalog.getOrCreateViewerPreferences().setPrintScaling(PrintScaling.None);
    return merged;
  }
}

/** Loads the library when the first file mixes couriers' labels with ours. */
function library() {
  return import('@cantoo/pdf-lib');
}
