import PDFDocument from 'pdfkit';
import { POINTS_PER_DOT } from '../layout/dots.ts';
import { type Bars, type Mark, startOfLine, type TextLine } from '../layout/marks.ts';
import type { Face } from '../text/face.ts';

/** Marks and the place of their top left corner on a page. `scale` makes them larger or smaller. */
export interface PlacedMarks {
  readonly marks: readonly Mark[];
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A PDF that is being written. Its pages share fonts and logos. */
export interface PdfWriter {
  addPage(parts: readonly PlacedMarks[]): void;
  /** Writes the shared resources and the end of the file. */
  finish(): void;
  /** Returns the bytes written since the last call. */
  take(): Buffer[];
}

/**
 * Opens a PDF.
 *
 * @param size the size of a page in points: `LABEL_PAGE`
 * @param madeAt epoch milliseconds for the file's date, so that the same pages give the same bytes
 */
export function openPdf(
  title: string,
  size: readonly [width: number, height: number],
  madeAt: number,
): PdfWriter {
  const document = new PDFDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    // No font is set until a page needs one, because pdfkit reads its default font from disk each time.
    font: '',
    pdfVersion: '1.7',
    lang: 'en-IN',
    displayTitle: true,
    fontLayoutCache: false,
    info: { Title: title, Creator: 'Dakiya', Producer: 'Dakiya', CreationDate: new Date(madeAt) },
  });
  printAtItsOwnSize(document);
  const named = new Set<Face>();

  const drawText = (mark: TextLine) => {
    let x = startOfLine(mark);
    document.fillColor(mark.colour).fontSize(mark.size);
    for (const { face, text } of mark.line.pieces) {
      if (!named.has(face)) {
        // pdfkit also accepts a font that fontkit has opened, but its types do not say so.
        document.registerFont(face.id, face.pdfFont as unknown as Buffer);
        named.add(face);
      }
      document.font(face.id).text(text, x, mark.baseline, { lineBreak: false, baseline: 'alphabetic' });
      x = document.x;
    }
  };

  const drawBars = ({ barcode, x, y, height, moduleWidth }: Bars) => {
    let at = x;
    barcode.widths.forEach((modules, index) => {
      const width = modules * moduleWidth;
      if (index % 2 === 0) document.rect(at, y, width, height);
      at += width;
    });
    document.fill('black');
  };

  const draw = (mark: Mark) => {
    switch (mark.kind) {
      case 'fill':
        document.rect(mark.x, mark.y, mark.width, mark.height).fill(mark.color ?? 'black');
        break;
      case 'bars':
        drawBars(mark);
        break;
      case 'logo':
        document.image(mark.logo.pngUri, mark.x, mark.y, {
          width: mark.logo.width,
          height: mark.logo.height,
        });
        break;
      case 'text':
        drawText(mark);
        break;
    }
  };

  return {
    addPage(parts) {
      document.addPage();
      document.scale(POINTS_PER_DOT);
      for (const { marks, x, y, scale } of parts) {
        if (parts.length > 1 || x !== 0 || y !== 0 || scale !== 1) {
          document.save().translate(x, y).scale(scale);
          for (const mark of marks) draw(mark);
          document.restore();
        } else {
          for (const mark of marks) draw(mark);
        }
      }
    },
    finish() {
      document.end();
    },
    take() {
      const chunks: Buffer[] = [];
      for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk);
      return chunks;
    },
  };
}

/**
 * Asks viewers not to scale the page to the paper, because scaled bars would not match the printer's dots.
 * pdfkit has no option for it, but it keeps the object that `displayTitle` creates, so we can add to that.
 */
function printAtItsOwnSize(document: PDFKit.PDFDocument): void {
  const { _root: catalog } = document as unknown as {
    _root: { data: { ViewerPreferences: { data: Record<string, unknown> } } };
  };
  catalog.data.ViewerPreferences.data.PrintScaling = 'None';
}
