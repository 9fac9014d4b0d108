import { type Html, html } from './html.ts';

/** Fills in the placeholders of a phrase: `Arriving {day}`. Without a value, a placeholder is left out. */
export function phrase(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

export function joined(parts: readonly Html[], between: Html): Html {
  return parts.reduce((all, part) => html`${all}${between}${part}`);
}
