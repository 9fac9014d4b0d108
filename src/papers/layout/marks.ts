import type { HexColor } from '../../domain/brand-color.ts';
import type { Barcode } from '../barcode.ts';
import type { PreparedLogo } from '../logo.ts';
import type { Line } from '../text/lines.ts';

/** An element of a label, for any output. Lengths are dots from the top left, right and down. */
export type Mark = Fill | TextLine | Bars | LogoMark;

export interface Fill {
  readonly kind: 'fill';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Black by default; other colours only on paper, because thermal printers have none. */
  readonly color?: HexColor;
}

export interface TextLine {
  readonly kind: 'text';
  readonly line: Line;
  readonly size: number;
  /** The room for the line, which is aligned left, centred or right in it. */
  readonly x: number;
  readonly width: number;
  readonly baseline: number;
  readonly align: Align;
  /** White text is on a fill; other colours are only on paper. */
  readonly colour: 'black' | 'white' | HexColor;
}

export type Align = 'left' | 'centre' | 'right';

export interface Bars {
  readonly kind: 'bars';
  readonly barcode: Barcode;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** Dots to a module. */
  readonly moduleWidth: number;
}

export interface LogoMark {
  readonly kind: 'logo';
  readonly logo: PreparedLogo;
  readonly x: number;
  readonly y: number;
}

/** A black rectangle. */
export function blackArea(x: number, y: number, width: number, height: number): Fill {
  return { kind: 'fill', x, y, width, height };
}

/** The start of a line of text. */
export function startOfLine({ line, size, x, width, align }: TextLine): number {
  const spare = width - (line.width * size) / 1000;
  return align === 'left' ? x : align === 'centre' ? x + spare / 2 : x + spare;
}
