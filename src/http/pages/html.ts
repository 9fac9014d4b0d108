/** Text that is already HTML. All other text is escaped when it is put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | null | Html | readonly Html[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Fills in a template. Values are escaped unless they are `Html`; null becomes empty text. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (let index = 0; index < parts.length; index += 1) {
    text += textOf(parts[index] ?? null) + (strings[index + 1] ?? '');
  }
  return new Html(text);
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (typeof part !== 'object') return escaped(String(part));
  return part instanceof Html ? part.text : part.map(({ text }) => text).join('');
}

/** Escapes a text. Most texts have nothing to escape, and checking that is much faster than replacing. */
function escaped(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
