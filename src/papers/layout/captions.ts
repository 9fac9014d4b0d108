import type { TextLine } from './marks.ts';
import { type Area, setText } from './place-text.ts';

export const CAPTION_SIZE = 18;
export const CAPTION_LINE = 24;

export function caption(text: string, area: Area): TextLine[] {
  return setText([{ text, weight: 'bold' }], { ...area, height: CAPTION_LINE }, CAPTION_SIZE);
}

export function belowCaption(area: Area): Area {
  return { ...area, y: area.y + CAPTION_LINE, height: area.height - CAPTION_LINE };
}
