import { useCallback, useEffect, useState } from 'react';
import { type Language, preferred, usePreference } from '../preferences.ts';
import { isFieldPath, pathName, withoutFieldNames } from './field-names.ts';
import { statusWords } from './statuses.ts';

/**
 * The service says what is wrong in English, for programs and their authors. The panel says the same to people, by
 * these tables, which have a sentence of the service on the left. A sentence that is in neither table stays as it is.
 */
type Sentences = Readonly<Record<string, string>>;

/** The sentences that need other words for people. */
const ENGLISH: Sentences = {
  'The credential is missing or not valid': 'You’re signed out. Sign in again.',
  'This credential may only read': 'You can view this, but not change it.',
  'This requires the role {}; you are signed in as {}':
    'You don’t have access to this. It needs the role “{}”.',
  '{} requires the role {}; you are signed in as {}':
    'You don’t have access to this. It needs the role “{2}”.',
  'You can see only a part of this account, and this is for users who can see all of it':
    'You don’t have access to this page. Ask an owner.',
  "A request with a session cookie must send the session's CSRF token in {}":
    'Your session has changed. Reload this page.',
  'The body is larger than this endpoint takes': 'This is too large to send.',
  'Wrong username or password, or an invalid API key': 'Wrong email/phone or password.',
  'If there is such a user with an email address, and this service can send emails, a link is on its way. Otherwise your operator can create one: dakiya user password-link':
    'If this account has an email address, we sent a link to it. If nothing arrives, ask your operator for a link.',
  'Where Delhivery is asked. Its test host is https://staging-express.delhivery.com, with a token of its own.':
    'Delhivery’s server. The test server is https://staging-express.delhivery.com, with its own token.',
  'The API token: in the Delhivery One panel under Settings, API Setup. A new one there ends this one at once.':
    'In Delhivery One, under Settings, API Setup. Creating a new token there disables this one.',
  'must be a valid 10-digit Indian mobile number': 'Enter a 10-digit mobile number.',
  'must be a valid 10-digit Indian mobile number, or a landline number with its STD code':
    'Enter a 10-digit mobile number, or a landline with its STD code.',
  'must be a valid 10-digit Indian mobile number, or a landline number with its STD code (leading 0 or +91)':
    'Enter a 10-digit mobile number, or a landline with its STD code.',
  'must be a 6-digit pincode': 'Enter a 6-digit pincode.',
  'must be an email address': 'Enter an email address, such as name@example.com.',
  'must be a web address': 'Enter a web address that starts with https://.',
  'must be a web address that starts with https:// or http://':
    'Enter a web address that starts with https:// or http://.',
  'must be an address that starts with https://': 'Enter an address that starts with https://.',
  'must not contain control characters or broken Unicode': 'Remove the characters that cannot be shown.',
  'an owner sees the whole account: leave out store_ids and warehouse_ids':
    'An owner sees the whole account: choose no stores and no warehouses.',
  '{} must have at least one entry; leave it out to allow all': 'Choose at least one, or allow all.',
  '{}: {} is not a {} of this account': 'This {3} is not in your account.',
  '{} {} is not a warehouse of this account': 'This warehouse is not in your account.',
  'warehouse_id {} is not a warehouse of this account': 'This warehouse is not in your account.',
  'carrier_id {} is not a carrier of this account': 'This carrier is not in your account.',
  'belongs to no courier, and a courier that you connected has prices: switch on beside_couriers in its settings to offer it all the same':
    'is a sample courier. It’s hidden because you connected a real courier.',
  'total is {}, but {} shipments match now: check the list again':
    '{2} shipments match now, not {1}. Check the list again.',
  'total is 0: there is nothing to do': 'No shipments match.',
  'paper must be 4x6 if format is zpl, because thermal printers have no A4':
    'Choose 4x6 paper for thermal printers.',
  'has no invoice yet: POST /invoices issues it': 'has no invoice yet: issue it first.',
  'No parcel at this warehouse waits for this carrier. Parcels that are in a manifest already are listed by GET /manifests':
    'No parcels at this warehouse are waiting for this courier.',
  'does not know the warehouse yet: see `GET /warehouses/{id}` for the reason':
    'does not know this warehouse yet. The page of warehouses shows why.',
  'the file has no column of invoice numbers: name it in invoice_number_column, or give one number for all rows in invoice_number':
    'The file has no column of invoice numbers. Choose one, or enter a number for all rows.',
  'the file has no column of bank references: name it in utr_column, or give one reference for all rows in utr':
    'The file has no column of bank references. Choose one, or enter a reference for all rows.',
  'the file has no column of dates: name it in date_column, or give one date for all rows in date':
    'The file has no column of dates. Choose one, or enter a date for all rows.',
  'the file has no column for {}: name it in {}': 'The file has no column for {1}. Choose one.',
  'the column name "{}" has no unit: give kg or g in weight_unit': 'Column “{}” has no unit. Choose kg or g.',
  'payment_link and review_link belong to the whole account; leave out store_id':
    'The links for payments and reviews are the same for all stores.',
  'subject and text belong to the whole account; leave out store_id':
    'The subject and the text are the same for all stores.',
  'This webhook is switched off: set enabled to true first':
    'This webhook is switched off. Switch it on first.',
  'since must be at most 30 days ago, because older events are deleted':
    'Choose a day in the last 30 days. Older events are deleted.',
};

interface Hindi {
  readonly SENTENCES_IN_HINDI: Sentences;
  readonly SUBJECTS_IN_HINDI: Sentences;
}
const NONE: Sentences = {};
let hindi: Hindi | null = null;

/** Loads the sentences of a language, which only its readers need. Offline, sentences stay in English. */
export async function loadSentences(language = preferred('language')): Promise<void> {
  if (language === 'hi') hindi ??= await import('./service-sentences-hi.ts').catch(() => null);
}

/** Says sentences of the service in the reader's words; those that go on after a field's name, with its name. */
export function useSentences(): (sentence: string, field?: string | null) => string {
  const language = usePreference('language');
  const [isLoaded, setLoaded] = useState(language === 'en' || hindi !== null);
  useEffect(() => {
    void loadSentences(language).then(() => setLoaded(true));
  }, [language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says changes when the sentences are loaded
  return useCallback(
    (sentence, field = null) =>
      field === null ? inWords(sentence, language) : fieldInWords(field, `${field} ${sentence}`, language),
    [language, isLoaded],
  );
}

/** A sentence of the service in the reader's words: 'is required' is 'ज़रूरी है'. */
export function inWords(sentence: string, language: Language = preferred('language')): string {
  return (
    sayWhole(sentence, language) ?? sayParts(sentence, language) ?? withoutFieldNames(sentence, language)
  );
}

/** A sentence about a field, in front of which the service has the field's name. */
export function fieldInWords(
  path: string,
  sentence: string,
  language: Language = preferred('language'),
): string {
  if (!sentence.startsWith(`${path} `)) return inWords(sentence, language);
  const whole = sayWhole(sentence, language);
  return whole ?? afterName(pathName(path, language), inWords(sentence.slice(path.length + 1), language));
}

/** What may follow a name in a sentence: 'is required'. In Hindi, what begins with a postposition. */
const FOLLOWS_A_NAME = /^(?:[a-z]|(?:में|का|के|की|से|को|पर|ने|नाम|या|और) )/;

/** Puts a name in front of what is wrong with it: 'Mobile is required', 'Mobile: Enter ...'. */
export function afterName(name: string, wrong: string): string {
  return FOLLOWS_A_NAME.test(wrong) ? `${name} ${wrong}` : `${name}: ${wrong}`;
}

export function followsName(wrong: string): boolean {
  return FOLLOWS_A_NAME.test(wrong);
}

function tableOf(language: Language): Sentences {
  return language === 'hi' ? (hindi?.SENTENCES_IN_HINDI ?? NONE) : ENGLISH;
}

/** The whole sentence by the entry with the most letters in common; null if there is none. */
function sayWhole(sentence: string, language: Language): string | null {
  const table = tableOf(language);
  if (Object.hasOwn(table, sentence)) return table[sentence] ?? null;
  const found = bestOf(templatesOf(table), sentence);
  return (
    found &&
    fill(
      found.said,
      found.values.map((value) => sayValue(value, language)),
    )
  );
}

/** A sentence after a name that is no field's, such as a courier's; or several sentences in one. */
function sayParts(sentence: string, language: Language): string | null {
  const found = bestOf(endingsOf(tableOf(language)), sentence);
  const [subject = '', ...values] = found?.values ?? [];
  if (found !== null && !/;(?: |$)/.test(subject)) {
    const said = fill(
      found.said,
      values.map((value) => sayValue(value, language)),
    );
    if (isFieldPath(subject)) return afterName(pathName(subject, language), said);
    const name = saySubject(subject, language);
    return language === 'hi' ? `${name} ${said}` : afterName(name, said);
  }
  if (!sentence.includes('; ')) return null;
  return sentence
    .split('; ')
    .map((part) => inWords(part, language))
    .join('; ');
}

function saySubject(subject: string, language: Language): string {
  if (language === 'en') return withoutFieldNames(subject, language);
  const found = bestOf(templatesOf(hindi?.SUBJECTS_IN_HINDI ?? NONE), subject);
  return found ? fill(found.said, found.values) : inWords(subject, language);
}

/** A value of a sentence: a status, a field's name, or another sentence; anything else stays as it is. */
function sayValue(value: string, language: Language): string {
  if (language === 'en') return withoutFieldNames(value, language);
  const status = value.toLowerCase().replaceAll(' ', '_');
  const words = statusWords[language];
  return Object.hasOwn(words, status) ? (words[status] ?? value) : inWords(value, language);
}

interface Template {
  readonly said: string;
  /** The text before, between and after the values. */
  readonly parts: readonly string[];
  readonly letters: number;
}

const templates = new WeakMap<Sentences, readonly Template[]>();
const endings = new WeakMap<Sentences, readonly Template[]>();

function templatesOf(table: Sentences): readonly Template[] {
  return kept(templates, table, () =>
    Object.entries(table).flatMap(([key, said]) => (key.includes('{}') ? [templateOf(key, said)] : [])),
  );
}

/** The entries that may follow a name, as templates that begin with a value. */
function endingsOf(table: Sentences): readonly Template[] {
  return kept(endings, table, () =>
    Object.entries(table).flatMap(([key, said]) =>
      /^[a-z]/.test(key) ? [templateOf(`{} ${key}`, said)] : [],
    ),
  );
}

function kept(
  of: WeakMap<Sentences, readonly Template[]>,
  table: Sentences,
  make: () => readonly Template[],
) {
  const known = of.get(table) ?? make();
  of.set(table, known);
  return known;
}

function templateOf(key: string, said: string): Template {
  const parts = key.split('{}');
  return { said, parts, letters: parts.join('').length };
}

/** The template with the most letters that has the form of the sentence, and its values. */
function bestOf(all: readonly Template[], sentence: string): { said: string; values: string[] } | null {
  let best: { said: string; values: string[]; letters: number } | null = null;
  for (const { said, parts, letters } of all) {
    if (best !== null && best.letters >= letters) continue;
    const values = valuesIn(sentence, parts);
    if (values !== null) best = { said, values, letters };
  }
  return best;
}

/** The values between the parts of a template; null if the sentence has another form. Each value is as short as possible. */
function valuesIn(sentence: string, parts: readonly string[]): string[] | null {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return null;
  const values: string[] = [];
  const end = sentence.length - last.length;
  let from = first.length;
  for (const part of others) {
    const at = sentence.indexOf(part, from);
    if (at === -1 || at + part.length > end) return null;
    values.push(sentence.slice(from, at));
    from = at + part.length;
  }
  if (from > end) return null;
  return [...values, sentence.slice(from, end)];
}

/** Puts values into a sentence: `{}` takes them in their order, `{2}` by number. */
function fill(said: string, values: readonly string[]): string {
  let next = 0;
  return said.replace(
    /\{(\d*)\}/g,
    (_, number: string) => values[number === '' ? next++ : Number(number) - 1] ?? '',
  );
}
