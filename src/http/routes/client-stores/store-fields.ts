import { LANGUAGES, STORE_DETAILS, STORE_STATUSES, type StoreDetails } from '../../../domain/store.ts';
import {
  clearable,
  color,
  email,
  file,
  gstin,
  gstRate,
  list,
  mobile,
  object,
  oneOf,
  pathParameters,
  text,
  unclearable,
  uuid,
  wholeNumber,
} from '../../../reading/fields.ts';

/** The rules of a store's fields. Names are matched exactly, so they are not trimmed. */
export const storeName = text({
  max: 100,
  pattern: /^[A-Za-z0-9-]+$/,
  patternSentence: 'may hold only letters, digits and hyphens',
  trim: false,
  description: 'Unique in the account; letter case matters.',
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
  'PNG, JPEG, WebP or GIF, recognised by content; at most 2 MB (2,097,152 bytes), and 4096 px wide and high.';

/** An address that customers are sent to. */
function customerAddress(description: string, example: string) {
  return text({
    max: 500,
    check: isCustomerAddress,
    checkSentence: 'must be an address that starts with https://',
    description,
    examples: [example],
  });
}

function isCustomerAddress(sent: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(sent) || !URL.canParse(sent)) return false;
  const { username, password, hostname } = new URL(sent);
  return username === '' && password === '' && hostname.includes('.');
}

/** Fields for invoices; null and blank text clear them. */
const invoiceFields = {
  gstin: clearable(
    gstin({
      description: 'Used on invoices if the warehouse has no GSTIN of the same firm.',
      examples: ['29ABCDE1234F1ZW'],
    }),
    { emptyTextClears: true },
  ),
  legal_name: clearable(
    text({
      max: 200,
      description: 'The supplier, as registered for GST.',
      examples: ['Chai and Company Private Limited'],
    }),
    { emptyTextClears: true },
  ),
  legal_address: clearable(
    text({
      max: 500,
      multiline: true,
      description: 'The place of business for invoices. Default: the address of the warehouse.',
      examples: ['12, 4th Cross, Indiranagar, Bengaluru 560038, Karnataka'],
    }),
    { emptyTextClears: true },
  ),
  invoice_prefix: clearable(
    text({
      max: 4,
      pattern: /^[A-Z0-9]*$/,
      patternSentence: 'may hold only capital letters and digits',
      description: 'The start of the store’s invoice numbers. Each prefix has its own series.',
      examples: ['CHAI'],
    }),
    { emptyTextClears: true },
  ),
  gst_rate: clearable(
    gstRate({
      description: 'In percent, for items without their own rate.',
      examples: ['5'],
    }),
    { emptyTextClears: true },
  ),
};

/** Fields that customers see; null and blank text clear them. */
export const storeDetailFields = {
  ...invoiceFields,
  brand_color: clearable(
    color({
      description: 'The colour of pages, messages and labels. Default: the colour of the logo.',
      examples: ['#B3261E'],
    }),
    { emptyTextClears: true },
  ),
  support_phone: clearable(
    text({
      max: 20,
      pattern: /^\+?[0-9][0-9 -]{4,17}[0-9]$/,
      patternSentence: 'must be a phone number of digits, blanks and hyphens',
      patternBoundsLength: true,
      mayBeNumber: true,
      description: 'The number that customers call, shown as written. Toll-free numbers are accepted.',
      examples: ['1800 123 4567'],
    }),
    { emptyTextClears: true },
  ),
  support_email: clearable(
    email({ description: 'The address that customers write to.', examples: ['help@chai.example'] }),
    {
      emptyTextClears: true,
    },
  ),
  support_whatsapp: clearable(
    mobile({ description: 'The number that customers message on WhatsApp.', examples: ['9876543210'] }),
    { emptyTextClears: true },
  ),
  site_url: clearable(customerAddress('Linked from pages and messages.', 'https://chai.example'), {
    emptyTextClears: true,
  }),
  return_policy_url: clearable(
    customerAddress('Linked where customers request a return.', 'https://chai.example/returns'),
    { emptyTextClears: true },
  ),
  return_days: clearable(
    wholeNumber({
      atLeast: 1,
      atMost: 365,
      description:
        'The number of days after delivery in which customers can request a return on the tracking page; null: not at all.',
      examples: [7],
    }),
    { emptyTextClears: true },
  ),
  languages: clearable(
    list(oneOf(LANGUAGES), {
      max: LANGUAGES.length,
      description:
        'The languages of messages to customers; the first is the default. If not given: English and Hindi.',
      examples: [['en', 'hi']],
    }),
  ),
};

/** The fields of a change to a store. */
export const StoreChangeBody = object({
  store_name: unclearable(storeName),
  brand_name: clearable(brandName, { emptyTextClears: true }),
  logo: clearable(file({ description: `${LOGO_DESCRIPTION} null clears it.` })),
  status: unclearable(oneOf(STORE_STATUSES, { description: '`connected` brings a deleted store back.' })),
  ...storeDetailFields,
});

/** The details that the request contains. */
export function givenDetails(body: { readonly [name: string]: unknown }): Partial<StoreDetails> {
  const given = STORE_DETAILS.filter(([name]) => body[name] !== undefined);
  return Object.fromEntries(given.map(([name, key]) => [key, body[name]]));
}

/** `:id` of a path; an id that is no UUID is answered like an unknown store. */
export const StorePath = pathParameters({ id: uuid() }, 'Store');
