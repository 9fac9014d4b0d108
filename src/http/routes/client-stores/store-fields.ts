import { pathParameters, text, uuid } from '../../../reading/fields.ts';

/** The rules of a store's fields (contract: stores). Names are matched exactly, so their ends are not trimmed. */
export const storeName = text({
  max: 100,
  pattern: /^[A-Za-z0-9-]+$/,
  patternSentence: 'may hold only letters, digits and hyphens',
  trim: false,
  description: 'Unique in the account, by exact match.',
  examples: ['my-first-store'],
  nearMisses: ['storename', 'storeName', 'name'],
});

export const brandName = text({
  max: 120,
  description: 'The name customers see.',
  examples: ['Chai & Co'],
  nearMisses: ['brandname', 'brandName', 'brand'],
});

export const LOGO_DESCRIPTION =
  'PNG, JPEG, WebP or GIF, told by its content; at most 2 MB (2,097,152 bytes) and 4096 px a side.';

/** `:id` of a path; one that is no UUID is answered as an unknown store. */
export const StorePath = pathParameters({ id: uuid() }, 'Store');
