import { useCallback, useEffect, useState } from 'react';
import { type Language, preferred, usePreference } from '../preferences.ts';
import { pathName, withoutFieldNames } from './field-names.ts';
import { grouped, indianDay, rupees, shortDay, timeOfDay } from './format.tsx';
import { reasonWords } from './reasons.ts';
import { SENTENCES } from './sentences-en.ts';
import { statusWords } from './statuses.ts';

/** What the service says: a sentence in English, with the template and values that it was made from. */
export interface Said {
  readonly message: string;
  readonly template?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A value that every language writes in its own way. */
interface TypedValue {
  readonly type: string;
  readonly value?: unknown;
  readonly text: string;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The service's sentences in a language, and the words of the API that are no statuses. */
interface Translation {
  readonly sentences: Texts;
  readonly words: Texts;
}

/** A language is loaded when somebody reads it. */
const LANGUAGES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  hi: async () => {
    const { SENTENCES_IN_HINDI, WORDS_IN_HINDI } = await import('./sentences-hi.ts');
    return { sentences: SENTENCES_IN_HINDI, words: WORDS_IN_HINDI };
  },
};
const loaded = new Map<Language, Translation>([['en', { sentences: SENTENCES, words: {} }]]);

/** Loads the sentences of a language. Offline, sentences stay in English. */
export async function loadSentences(language = preferred('language')): Promise<void> {
  if (language === 'en' || loaded.has(language)) return;
  const found = await LANGUAGES[language]().catch(() => null);
  if (found !== null) loaded.set(language, found);
}

/** Says sentences of the service in the reader's words. */
export function useSentences(): typeof inWords {
  const language = usePreference('language');
  const [arrived, setArrived] = useState<Language | null>(null);
  useEffect(() => {
    if (!loaded.has(language)) void loadSentences(language).then(() => setArrived(language));
  }, [language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says changes when the sentences arrive
  return useCallback((said, options) => inWords(said, options, language), [language, arrived]);
}

export interface SaidWhere {
  /** True at a field whose label says the name of the field: `is required` instead of `Name is required`. */
  readonly isNamed?: boolean;
}

/** A sentence of the service in the reader's words. A sentence of a newer service stays in English. */
export function inWords(
  said: Said,
  { isNamed = false }: SaidWhere = {},
  language: Language = preferred('language'),
): string {
  const { template = '', values = {} } = said;
  const whole = ownIn(loaded.get(language)?.sentences, template);
  if (whole === undefined) return inEnglish(said, isNamed, language);
  const text = isNamed ? whole.replace(OF_FIELD, '') : whole;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => sayValue(values[name], language));
}

/** The field's name at the start of a template, with what separates it from the rest. */
const OF_FIELD = /^\{field\}:? /;

/** The service's own English, with people's names for its fields. */
function inEnglish({ message, values = {} }: Said, isNamed: boolean, language: Language): string {
  const { field } = values;
  if (!isTyped(field)) return withoutFieldNames(message, language);
  const isFirst = message.startsWith(`${field.text} `);
  const rest = withoutFieldNames(isFirst ? message.slice(field.text.length + 1) : message, language);
  return isNamed ? rest : `${sayValue(field, language)} ${rest}`;
}

function ownIn(texts: Texts = {}, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

function sayValue(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return grouped(value);
  if (Array.isArray(value)) return value.map((one) => sayValue(one, language)).join(', ');
  if (!isTyped(value)) return String(value);
  const { type, text } = value;
  switch (type) {
    case 'money':
      return typeof value.value === 'number' ? rupees(value.value) : text;
    case 'day':
      return shortDay(String(value.value), language);
    case 'time': {
      const at = new Date(String(value.value));
      return `${shortDay(indianDay(at), language)}, ${timeOfDay(at, language)}`;
    }
    case 'field':
      return pathName(text, language);
    case 'word':
      return sayWord(String(value.value), text, language);
    case 'sentence':
      return inWords({ message: text, ...value } as Said, {}, language);
    default:
      return text;
  }
}

function sayWord(word: string, text: string, language: Language): string {
  const { ndr, rto } = reasonWords[language];
  const found = [loaded.get(language)?.words, statusWords[language], ndr, rto];
  return found.map((words) => ownIn(words, word)).find((one) => one !== undefined) ?? text;
}

function isTyped(value: unknown): value is TypedValue {
  return typeof value === 'object' && value !== null && 'type' in value && 'text' in value;
}
