import { Type } from 'typebox';
import { detailsOf, type Sentence, type SentenceDetails } from '../problems/sentence.ts';
import { orNull } from './schemas.ts';

/** A sentence with its name, for clients that translate it. It stands in a field `<field>_details` beside the text. */
export const SentenceBody = Type.Object(
  {
    message: Type.String({
      description: 'The sentence in English.',
      examples: ['the endpoint answered 503'],
    }),
    template: Type.String({
      description:
        'The stable name of the sentence: see `SentenceTemplate`. Newer versions add names; `as_written` has the words of a person, or the text of an older version.',
      examples: ['endpoint_answered'],
    }),
    values: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The values of the sentence, by name, as in problems.',
        examples: [{ status: 503 }],
      },
    ),
  },
  { title: 'Sentence' },
);

/** Null where the text beside it is null. */
export const SentenceOrNull = orNull(SentenceBody);

/** The details of the description of an event in a history. */
export const EventDetails = { ...SentenceOrNull, description: 'Null for the courier’s own text.' };

/** The details of a list of sentences, in the same order. */
export const SentenceList = Type.Array(SentenceBody);

type SentenceField<Name extends string, Of extends Sentence | null> = {
  readonly [K in Name]: Of extends null ? null : string;
} & { readonly [K in `${Name}_details`]: Of extends null ? null : SentenceDetails };

/** The two fields of an answer that have a sentence: its English text, and its details. */
export function sentenceField<const Name extends string, Of extends Sentence | null>(
  name: Name,
  sentence: Of,
): SentenceField<Name, Of> {
  return {
    [name]: sentence?.text ?? null,
    [`${name}_details`]: sentence === null ? null : detailsOf(sentence),
  } as SentenceField<Name, Of>;
}
