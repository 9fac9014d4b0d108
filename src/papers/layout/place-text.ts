import { type FittedText, fitText, type Paragraph } from '../text/fit.ts';
import type { Align, TextLine } from './marks.ts';

/** A part of the label, in dots. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The position of text in its area. Default: black, at the top left. */
export interface TextStanding {
  readonly align?: Align;
  readonly upright?: 'top' | 'middle' | 'bottom';
  readonly colour?: TextLine['colour'];
}

/** Fits paragraphs into an area at the largest possible size up to `largest`. */
export function setText(
  paragraphs: readonly Paragraph[],
  area: Area,
  largest: number,
  standing: TextStanding = {},
): TextLine[] {
  return placeText(fitText(paragraphs, area, largest), area, standing);
}

export function placeText(text: FittedText, area: Area, standing: TextStanding = {}): TextLine[] {
  const { align = 'left', upright = 'top', colour = 'black' } = standing;
  const spare = area.height - text.height;
  const top = upright === 'top' ? area.y : upright === 'middle' ? area.y + spare / 2 : area.y + spare;
  return text.lines.map(({ line, size, baseline }) => ({
    kind: 'text',
    line,
    size,
    x: area.x,
    width: area.width,
    baseline: Math.round(top + baseline),
    align,
    colour,
  }));
}

/** Returns an area that is smaller by `dots` on each side; `upDown` is for the top and the bottom. */
export function inset({ x, y, width, height }: Area, dots: number, upDown = dots): Area {
  return { x: x + dots, y: y + upDown, width: width - 2 * dots, height: height - 2 * upDown };
}
