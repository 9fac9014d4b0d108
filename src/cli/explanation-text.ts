import type { PincodeEntry } from '../domain/pincodes/pincode-directory.ts';
import type { QuoteExplanation, ZoneExplanation } from '../domain/rates/explain-quote.ts';
import { paiseText } from '../domain/rupees.ts';

const RULE_SENTENCES: Readonly<Record<ZoneExplanation['rule'], string>> = {
  account_override: "an override of the account's zones",
  carrier_override: "an override of this carrier's zones",
  same_city: 'both pincodes are in the same city',
  special: 'one of the pincodes is in a special state',
  same_group: 'both pincodes are in the same metro or regional group',
  same_state: 'both pincodes are in the same state',
  metro_to_metro: 'both pincodes are in metros',
  rest: 'no other rule matches',
};

export function explanationLines(explanation: QuoteExplanation): string[] {
  const { weights, carriers, leftOut, platformFeePaise } = explanation;
  return [
    `${explanation.journey} from ${placeText(explanation.origin)} to ${placeText(explanation.destination)}`,
    `rate book version ${explanation.bookVersion}`,
    `zone ${zoneText(explanation.zone)}`,
    `applicable weight ${weights.applicable} g: dead ${weights.dead} g, volumetric ${weights.volumetric} g`,
    ...(platformFeePaise === null
      ? []
      : [`platform fee Rs ${paiseText(platformFeePaise)}, not part of a total`]),
    ...carriers.flatMap(({ quote, zone, lines }) => [
      '',
      `${quote.carrier.name} (${quote.carrier.id}): ${quote.slabs} ${quote.slabs === 1 ? 'slab' : 'slabs'}, ` +
        `pickup ${quote.pickup}, delivery ${quote.delivery}`,
      ...(zone.rule === 'carrier_override' ? [`  zone ${zoneText(zone)}`] : []),
      ...lines.map(({ charge, paise, how }) => `  ${charge} Rs ${paiseText(paise)}: ${how}`),
    ]),
    ...(leftOut.length === 0 ? [] : ['', 'left out:']),
    ...leftOut.map(
      ({ carrier, reasons }) =>
        `  ${carrier.name} (${carrier.id}) ${reasons.map(({ sentence }) => sentence).join('; ')}`,
    ),
  ];
}

function placeText({ pincode, city, state }: PincodeEntry): string {
  return `${pincode} (${city}, ${state})`;
}

function zoneText({ zone, rule, override }: ZoneExplanation): string {
  const sentence = RULE_SENTENCES[rule];
  if (override === null) return `${zone}: ${sentence}`;
  const { origin, destination } = override;
  return `${zone}: ${sentence} (from ${origin || 'everywhere'} to ${destination || 'everywhere'})`;
}
