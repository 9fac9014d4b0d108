import { clearable, file, object, pathParameters, uuid } from '../../../reading/fields.ts';
import { STORE } from '../../../resources/store.ts';

/** The limit for JSON with a logo: base64 makes 2.8 MB of its 2 MB, and MIME breaks them into lines. */
export const BODY_WITH_LOGO = 3 * 1024 * 1024;

export const LOGO_DESCRIPTION =
  'PNG, JPEG, WebP, GIF or SVG, recognised by content; at most 2 MB (2,097,152 bytes), and 4096 px wide and high. An SVG is drawn as PNG; it may not have links, programs or texts.';

/** The fields of a change to a store. */
export const StoreChangeBody = object({
  ...STORE.change,
  logo: clearable(file({ description: `${LOGO_DESCRIPTION} null clears it.` })),
});

/** `:id` of a path; an id that is no UUID is answered like an unknown store. */
export const StorePath = pathParameters({ id: uuid() }, 'Store');
