import { clearable, file, object, pathParameters, uuid } from '../../../reading/fields.ts';
import { STORE } from '../../../resources/store.ts';

export const LOGO_DESCRIPTION =
  'PNG, JPEG, WebP or GIF, recognised by content; at most 2 MB (2,097,152 bytes), and 4096 px wide and high.';

/** The fields of a change to a store. */
export const StoreChangeBody = object({
  ...STORE.change,
  logo: clearable(file({ description: `${LOGO_DESCRIPTION} null clears it.` })),
});

/** `:id` of a path; an id that is no UUID is answered like an unknown store. */
export const StorePath = pathParameters({ id: uuid() }, 'Store');
