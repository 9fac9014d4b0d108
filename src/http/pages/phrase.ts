import { type Html, html } from './html.ts';

/** A phrase of a language with what stands in its braces filled in: `Arriving {day}`. What has no value stays away. */
export function phrase(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** A list of parts with something between each two. */
export function joined(parts: readonly Html[], between: Html): Html {
  return parts.reduce((all, part) => html`${all}${between}${part}`);
}
