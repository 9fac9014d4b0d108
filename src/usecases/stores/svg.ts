import { isUtf8 } from 'node:buffer';

/** The most bytes before the root element: editors write comments and a document type there. */
const LONGEST_PROLOG = 16 * 1024;

/** Tells whether a file is an SVG: text whose first element, or whose document type, is `svg`. */
export function isSvg(bytes: Buffer): boolean {
  const text = bytes.subarray(0, LONGEST_PROLOG).toString('utf8');
  for (let at = afterSpace(text, text.startsWith('\ufeff') ? 1 : 0); ; ) {
    const end = PROLOG.find(([start]) => text.startsWith(start, at))?.[1];
    if (end === undefined) return /^<(?:!doctype\s+|[\w-]{1,30}:)?svg[\s/>[]/i.test(text.slice(at, at + 100));
    const closed = text.indexOf(end, at);
    if (closed < 0) return false;
    at = afterSpace(text, closed + end.length);
  }
}

const PROLOG = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const;

function afterSpace(text: string, start: number): number {
  let at = start;
  while (' \t\r\n'.includes(text[at] ?? '-')) at += 1;
  return at;
}

/** What an SVG may not have, with the name under which it is refused; `$1` is what was found. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/<!doctype/i, '<!DOCTYPE>'],
  [/<!entity/i, '<!ENTITY>'],
  [/<(?:[\w-]{1,30}:)?(script|foreignObject|text)[ />]/i, '<$1>'],
  [/[ :"'/]href ?=/i, 'href'],
  [/[ "'/](on[a-z]{1,30}) ?=/i, '$1'],
  [/@import/i, '@import'],
  [/url\((?! ?(?:["']|&quot;|&apos;)? ?#)/i, 'url()'],
];

/**
 * Names the first thing in an SVG that could run, load something or be drawn in an unknown font; null if there is none. It also looks
 * into comments, and behind the ways in which XML and CSS write a character by its number.
 */
export function forbiddenIn(svg: Buffer): string | null {
  const sent = svg.toString('utf8');
  if (!isUtf8(svg) || /^\ufeff?<\?xml[^>]{0,200}\sencoding\s*=\s*["'](?!utf-8["'])/i.test(sent))
    return 'encoding';
  const plain = sent
    .replaceAll(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (_, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replaceAll(/\s+/g, ' ');
  for (const [pattern, name] of FORBIDDEN) {
    const found = pattern.exec(plain);
    if (found !== null) return name.replace('$1', () => found[1] ?? '');
  }
  return null;
}

function characterOf(code: number): string {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
}
