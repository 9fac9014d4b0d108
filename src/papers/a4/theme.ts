import { type HexColor, paletteOf } from '../../domain/brand-color.ts';
import { A4_WIDTH } from '../layout/dots.ts';
import type { Mark } from '../layout/marks.ts';
import { setText } from '../layout/place-text.ts';
import { isWordMark, type PreparedLogo } from '../logo.ts';

export interface PaperBrand {
  readonly name: string;
  /** The uploaded bytes. */
  readonly logo: Uint8Array | null;
  /** Null for documents that are only black. */
  readonly color: HexColor | null;
}

export interface PaperTheme {
  readonly name: string;
  readonly logo: PreparedLogo | null;
  /** The colours of the top band and of table heads: background and text. */
  readonly fill: HexColor;
  readonly onFill: HexColor;
  /** The colour of titles and lines. */
  readonly ink: HexColor;
}

/** The colour of papers if a brand has no colour. */
const INK = '#22262B';
export const GREY = '#5A6068';
export const PALE = '#D5D9DE';

/** 10 mm, the margin that office printers need. */
export const MARGIN = 80;
const BAND = 20;
const HEAD_HEIGHT = 110;
export const HEAD_END = MARGIN + HEAD_HEIGHT;

export function dressOf({ name, color }: PaperBrand, logo: PreparedLogo | null): PaperTheme {
  const palette = paletteOf(color ?? INK);
  return { name, logo, fill: palette.fill, onFill: palette.onFill, ink: palette.onLight };
}

/** Returns the head of each page: a band in the brand's colour, its logo or name, and the title. */
export function headMarks({ name, logo, fill, ink }: PaperTheme, title: string): Mark[] {
  const area = { x: MARGIN, y: MARGIN, width: A4_WIDTH / 2 - MARGIN, height: HEAD_HEIGHT - 12 };
  const taken = logo === null ? 0 : logo.width + 24;
  return [
    { kind: 'fill', x: 0, y: 0, width: A4_WIDTH, height: BAND, color: fill },
    ...(logo === null
      ? []
      : [
          { kind: 'logo' as const, logo, x: area.x, y: Math.round(area.y + (area.height - logo.height) / 2) },
        ]),
    ...(logo !== null && isWordMark(logo)
      ? []
      : setText(
          [{ text: name, weight: 'bold' }],
          { ...area, x: area.x + taken, width: area.width - taken },
          46,
          { upright: 'middle', colour: ink },
        )),
    ...setText([{ text: title, weight: 'bold' }], { ...area, x: A4_WIDTH / 2 }, 46, {
      align: 'right',
      upright: 'middle',
      colour: ink,
    }),
  ];
}
