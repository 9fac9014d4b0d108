import { expect, it } from 'vitest';
import { PLACEHOLDERS, previewOf } from './preview-of.ts';

const SAMPLE = {
  ...Object.fromEntries(PLACEHOLDERS.map((name) => [name, `<${name}>`])),
  ...{ first_name: 'Asha', brand: 'Chai & Co', cash: '' },
} as Parameters<typeof previewOf>[1];

it.each([
  ['Hello {{first_name}} of {{ brand }}', 'Hello Asha of Chai & Co'],
  ['{{first_name}}, {{first_name}}', 'Asha, Asha'],
  ['Cash: {{cash}}.', 'Cash: .'],
  ['{{unknown}}!', '!'],
  ['Hi[[ {{first_name}}]][[, pay {{cash}}]][[ by {{carrier}}]]', 'Hi Asha by <carrier>'],
  ['[[{{first_name}} pays {{cash}}]]', ''],
  ['[[no placeholder]]', 'no placeholder'],
  ['[[two\nlines {{brand}}]]', 'two\nlines Chai & Co'],
  ['{{first_name', '{{first_name'],
])('previews %j as %j', (text, shown) => expect(previewOf(text, SAMPLE)).toBe(shown));
