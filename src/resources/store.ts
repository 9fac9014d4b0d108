import { LANGUAGES, STORE_STATUSES, type StoreLogo } from '../domain/store.ts';
import { about } from '../problems/sentence.ts';
import {
  boolean,
  color,
  email,
  gstin,
  gstRate,
  list,
  mobile,
  oneOf,
  text,
  wholeNumber,
} from '../reading/fields.ts';
import {
  changeable,
  type NewShape,
  nullable,
  required,
  type ShapeChange,
  type ShapeValues,
  shape,
} from './shape.ts';

/** An address that customers are sent to. */
function customerAddress(description: string, example: string) {
  return text({
    max: 500,
    check: isCustomerAddress,
    checkSentence: about('must_be_https_address', 'must be an address that starts with https://'),
    description,
    examples: [example],
  });
}

function isCustomerAddress(sent: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(sent) || !URL.canParse(sent)) return false;
  const { username, password, hostname } = new URL(sent);
  return username === '' && password === '' && hostname.includes('.');
}

/** The fields that customers of the store see as they are. */
export const STORE_CONTACTS = shape({
  /** As customers dial it, with its blanks and hyphens. */
  supportPhone: nullable(
    text({
      max: 20,
      pattern: /^\+?[0-9][0-9 -]{4,17}[0-9]$/,
      patternSentence: about('must_be_dialled_phone', 'must be a phone number of digits, blanks and hyphens'),
      patternBoundsLength: true,
      mayBeNumber: true,
      description: 'The number that customers call, shown as written. Toll-free numbers are accepted.',
      examples: ['1800 123 4567'],
    }),
  ),
  supportEmail: nullable(
    email({ description: 'The address that customers write to.', examples: ['help@chai.example'] }),
  ),
  /** Ten digits, no country code. */
  supportWhatsapp: nullable(
    mobile({ description: 'The number that customers message on WhatsApp.', examples: ['9876543210'] }),
  ),
  siteUrl: nullable(
    customerAddress(
      'Linked from pages and messages. This website may show the pages for customers in a frame.',
      'https://chai.example',
    ),
  ),
  returnPolicyUrl: nullable(
    customerAddress('Linked where customers request a return.', 'https://chai.example/returns'),
  ),
  returnDays: nullable(
    wholeNumber({
      atLeast: 1,
      atMost: 365,
      description:
        'The number of days after delivery in which customers can request a return on the tracking page. If not given: not at all.',
      examples: [7],
    }),
  ),
});

/** A store's fields. Names are matched exactly, so they are not trimmed. */
export const STORE = shape({
  storeName: required(
    text({
      max: 100,
      pattern: /^[A-Za-z0-9-]+$/,
      patternSentence: about('only_letters_digits_hyphens', 'may hold only letters, digits and hyphens'),
      trim: false,
      description: 'Unique in the account; letter case matters.',
      examples: ['my-first-store'],
      nearMisses: ['storename', 'storeName', 'name'],
    }),
  ),
  brandName: nullable(
    text({
      max: 120,
      description: 'The name customers see.',
      examples: ['Chai & Co'],
      nearMisses: ['brandname', 'brandName', 'brand'],
    }),
  ),
  status: changeable(oneOf(STORE_STATUSES, { description: '`connected` brings a deleted store back.' })),
  brandColor: nullable(
    color({
      description: 'The colour of pages, messages and labels. Default: the colour of the logo.',
      examples: ['#B3261E'],
    }),
  ),
  ...STORE_CONTACTS.fields,
  /** The default first. */
  languages: nullable(
    list(oneOf(LANGUAGES), {
      max: LANGUAGES.length,
      description:
        'The languages of messages to customers; the first is the default. If not given: English and Hindi.',
      examples: [['en', 'hi']],
    }),
    { blankClears: false },
  ),
  gstin: nullable(
    gstin({
      description: 'Used on invoices if the warehouse has no GSTIN of the same firm.',
      examples: ['29ABCDE1234F1ZW'],
    }),
  ),
  legalName: nullable(
    text({
      max: 200,
      description: 'The supplier, as registered for GST.',
      examples: ['Chai and Company Private Limited'],
    }),
  ),
  legalAddress: nullable(
    text({
      max: 500,
      multiline: true,
      description: 'The place of business for invoices. Default: the address of the warehouse.',
      examples: ['12, 4th Cross, Indiranagar, Bengaluru 560038, Karnataka'],
    }),
  ),
  invoicePrefix: nullable(
    text({
      max: 4,
      pattern: /^[A-Z0-9]*$/,
      patternSentence: about('only_capitals_digits', 'may hold only capital letters and digits'),
      description: 'The start of the store’s invoice numbers. Each prefix has its own series.',
      examples: ['CHAI'],
    }),
  ),
  gstRate: nullable(
    gstRate({ description: 'In percent, for items without their own rate.', examples: ['5'] }),
  ),
  chargesAtHighestRate: nullable(
    boolean({
      description:
        'Whether charges for delivery, gift wrap and payment bear the highest GST rate of the goods. If not given: goods of several rates share them in proportion to their values.',
    }),
  ),
});

export type StoreContacts = ShapeValues<typeof STORE_CONTACTS.fields>;
/** The fields that an account sets. */
export type StoreFields = ShapeValues<typeof STORE.fields>;
export type NewStore = NewShape<typeof STORE.fields>;
export type StoreChange = ShapeChange<typeof STORE.fields>;

/** A store: a sales channel of an account with its brand. */
export interface Store extends StoreFields {
  readonly storeId: string;
  readonly channel: string;
  readonly logo: StoreLogo | null;
}
