import { type Static, Type } from 'typebox';
import type { LeftOutCarrier } from '../../../domain/rates/explain-quote.ts';
import { detailsOf } from '../../../problems/sentence.ts';
import { LeftOutWord, textLike } from '../../schemas.ts';
import { SentenceList } from '../../sentence-body.ts';

const UnserviceableCarrier = Type.Object(
  {
    carrier_id: textLike('h7vd3r8c'),
    carrier_name: textLike('Morpankhi Surface 500 g'),
    reason: textLike(
      'takes at most 10000 g',
      'Reasons, as the end of a sentence after its name, joined by `; `.',
    ),
    reason_details: SentenceList,
    codes: Type.Array(LeftOutWord),
  },
  { title: 'UnserviceableCarrier' },
);

export const Unserviceable = Type.Optional(
  Type.Array(UnserviceableCarrier, {
    description:
      'Only if no carrier serves the route: each carrier of the account, by name, with the reason.',
  }),
);

export function unserviceableBody(leftOut: readonly LeftOutCarrier[]): Static<typeof UnserviceableCarrier>[] {
  return leftOut.map(({ carrier, reasons }) => ({
    carrier_id: carrier.id,
    carrier_name: carrier.name,
    reason: reasons.map(({ sentence }) => sentence.text).join('; '),
    reason_details: reasons.map(({ sentence }) => detailsOf(sentence)),
    codes: reasons.map(({ reason }) => reason),
  }));
}
