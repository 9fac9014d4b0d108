/** What a text may contain in double braces, in the order in which the editor offers it. */
export const PLACEHOLDERS = [
  'first_name',
  'brand',
  'order_id',
  'tracking_number',
  'carrier',
  'cash',
  'expected_date',
  'reason',
  'next_step',
  'track_url',
  'pay_url',
  'review_url',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/**
 * A text with sample values, as the service fills it in: a part in double square brackets is left out if a
 * placeholder in it has no value.
 */
export function previewOf(text: string, sample: Readonly<Record<Placeholder, string>>): string {
  const valueNamed = (name: string) =>
    PLACEHOLDERS.flatMap((one) => (one === name.trim() ? [sample[one]] : []))[0] ?? '';
  return text
    .replace(/\[\[((?:(?!\[\[|\]\])[\s\S])*)\]\]/g, (_, part: string) =>
      [...part.matchAll(/\{\{([^{}]*)\}\}/g)].every(([, name = '']) => valueNamed(name) !== '') ? part : '',
    )
    .replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => valueNamed(name));
}
