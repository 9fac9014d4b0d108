import { expect, it } from 'vitest';
import { PLACEHOLDERS, previewOf } from '../../panel/src/pages/settings/messages/preview-of.ts';
import { fill, NO_VALUES, VARIABLES } from '../../src/messages/template.ts';

// The panel imports nothing of the service, so both have the rules of a template.
it.each([
  'Hello {{first_name}}, {{ brand }}',
  'Order {{order_id}}[[ by {{carrier}}]][[ for {{cash}}]]',
  '[[{{cash}} {{carrier}}]] [[no names]] {{unknown}} [[{{unknown}}]]',
  'unclosed [[ {{brand}} and [[{{brand}}]] ]] {{ {{brand}} }} }}',
  'a value is no template: {{reason}}',
])('the preview of the panel fills in %j like the service', (text) => {
  const values = {
    ...NO_VALUES,
    first_name: 'Asha',
    brand: 'Chai',
    carrier: 'Ekart',
    reason: '{{brand}} $& [[x]]',
  };
  expect(previewOf(text, values)).toBe(fill(text, values));
});

it('the panel offers every variable except the code', () => {
  expect([...PLACEHOLDERS, 'code']).toEqual([...VARIABLES]);
});
