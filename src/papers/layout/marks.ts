import type { HexColor } from '../../domain/brand-color.ts';
import type { Barcode } from '../barcode.ts';
import type { PreparedLogo } from '../logo.ts';
import type { Line } from '../text/lines.ts';

/** An element of a label, for any output. Positions are dots to the right and down from the top left. */
export type Mark = Fill | TextLine | Bars | LogoMark;

export interface Fill {
  readonly kind: 'fill';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Default: black. Only paper has other colours, because thermal printers have none. */
  readonly color?: HexColor;
}

export interface TextLine {
  readonly kind: 'text';
  readonly line: Line;
  readonly size: number;
  /** The space for the line. The line is aligned left, centred or right in it. */
  readonly x: number;
  readonly width: number;
  readonly baseline: number;
  readonly align: Align;
  /** White text is on a fill. Other colours are only on paper. */
  readonly colour: 'black' | 'white' | HexColor;
}

export type Align = 'left' | 'centre' | 'right';

export interface Bars {
  readonly kind: 'bars';
  readonly barcode: Barcode;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** The number of dots in a module. */
  readonly moduleWidth: number;
}

export interface LogoMark {
  readonly kind: 'logo';
  readonly logo: PreparedLogo;
  readonly x: number;
  readonly y: number;
}

export function blackArea(x: number, y: number, width: number, height: number): Fill {
  return { kind: 'fill', x, y, width, height };
}

/** Returns the x position where a line of text starts. */
export function startOfLine({ line, size, x, width, align }: TextLine): number {
  const spare = width - (line.width * size) / 1000;
  return align === 'left' ? x : align === 'centre' ? x + spare / 2 : x + spare;
}
