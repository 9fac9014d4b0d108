import { expect, it } from 'vitest';
import { boolean, decimalRupees, listOf, object, oneOf, optional, text, uuid } from '../../reading/fields.ts';
import { exampleOf } from './document-example.ts';

it('has the required fields, and other fields with an example', () => {
  const { document } = object({
    id: uuid(),
    name: text({ max: 9, examples: ['Asha', 'Ravi'] }),
    way: oneOf(['forward', 'return']),
    paid: boolean(),
    note: optional(text({ max: 9 })),
    tag: optional(text({ max: 9, examples: ['diwali'] })),
    items: listOf(object({ price: decimalRupees({ examples: [249.5] }) }), { max: 3 }),
  });
  expect(exampleOf(document, 'body')).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Asha',
    way: 'forward',
    paid: true,
    tag: 'diwali',
    items: [{ price: 249.5 }],
  });
});

it('names a required field without an example', () => {
  const { document } = object({ items: listOf(object({ name: text({ max: 9 }) }), { max: 3 }) });
  expect(() => exampleOf(document, 'createOrder body')).toThrow(
    'createOrder body.items[].name has no example',
  );
});
