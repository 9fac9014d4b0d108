/** The start or the end of an element of XML, or the text between them. */
export type XmlPart =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** Thrown for XML that no program for tables writes. */
export class BadXml extends Error {}

/** Longer than any tag, comment or text of a cell. */
const LONGEST_PART = 256 * 1024;

/**
 * Reads XML part by part, for the files in a workbook: elements without their prefix, and text. Skips comments and instructions.
 * It knows no document type, so that no entity is expanded.
 *
 * @throws BadXml
 */
export async function* readXml(content: AsyncIterable<Buffer>): AsyncGenerator<readonly XmlPart[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of content) {
    rest += decoder.decode(chunk, { stream: true });
    const { parts, used } = partsOf(rest);
    rest = rest.slice(used);
    if (rest.length > LONGEST_PART) throw new BadXml();
    if (parts.length > 0) yield parts;
  }
  const { parts } = partsOf(rest);
  if (parts.length > 0) yield parts;
}

/** Returns the parts that are whole, and the number of characters that they take. */
function partsOf(text: string): { readonly parts: XmlPart[]; readonly used: number } {
  const parts: XmlPart[] = [];
  let at = 0;
  for (;;) {
    const tag = text.indexOf('<', at);
    if (tag < 0) return { parts, used: at };
    if (text.startsWith('<!', tag)) {
      if (text.length < tag + 9) return { parts, used: at };
      const [open, close] = markOf(text, tag);
      const end = text.indexOf(close, tag + open);
      if (end < 0) return { parts, used: at };
      if (tag > at) parts.push({ kind: 'text', text: unescaped(text.slice(at, tag)) });
      if (close === ']]>') parts.push({ kind: 'text', text: text.slice(tag + open, end) });
      at = end + close.length;
      continue;
    }
    const end = text.indexOf('>', tag);
    if (end < 0) return { parts, used: at };
    if (tag > at) parts.push({ kind: 'text', text: unescaped(text.slice(at, tag)) });
    at = end + 1;
    if (text[tag + 1] === '?') continue;
    if (text[tag + 1] === '/') parts.push({ kind: 'close', name: nameIn(text, tag + 2, end) });
    else {
      const isEmpty = text[end - 1] === '/';
      const name = nameIn(text, tag + 1, isEmpty ? end - 1 : end);
      parts.push({ kind: 'open', name, attributes: text.slice(tag + 1, end), isEmpty });
    }
  }
}

/** Returns the length of the mark that opens a comment or a section, and the mark that closes it. */
function markOf(text: string, at: number): readonly [number, string] {
  if (text.startsWith('<!--', at)) return [4, '-->'];
  if (text.startsWith('<![CDATA[', at)) return [9, ']]>'];
  throw new BadXml();
}

/** Returns the name of a tag without its prefix. */
function nameIn(text: string, from: number, to: number): string {
  let end = from;
  let start = from;
  for (; end < to; end += 1) {
    const one = text.charCodeAt(end);
    if (one === 58) start = end + 1;
    else if (one <= 32) break;
  }
  return text.slice(start, end);
}

/** Returns the value of an attribute; null if there is none. */
export function attributeOf(attributes: string, name: string): string | null {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = attributes.charCodeAt(at - 1);
    if (before > 32 && before !== 58) continue;
    const from = at + name.length;
    const [equals, quote] = [attributes[from], attributes[from + 1] ?? ''];
    if (equals !== '=' || (quote !== '"' && quote !== "'")) continue;
    const end = attributes.indexOf(quote, from + 2);
    return end < 0 ? null : unescaped(attributes.slice(from + 2, end));
  }
  return null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (all, hex?: string, code?: string, name?: string) => {
      const point = hex === undefined ? Number(code) : Number.parseInt(hex, 16);
      if (name === undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : all;
      return ENTITIES[name] ?? all;
    },
  );
}
