import { type CustomFieldConfig, type CustomFields, LanguageCode } from '@vendure/core';

function labelled(value: string) {
  return [{ languageCode: LanguageCode.en, value }];
}

const FIELDS: readonly (readonly [of: 'Fulfillment' | 'ProductVariant', field: CustomFieldConfig])[] = [
  [
    'Fulfillment',
    { name: 'trackingUrl', type: 'string', length: 2_000, nullable: true, label: labelled('Tracking page') },
  ],
  [
    'Fulfillment',
    {
      name: 'dakiyaParcel',
      type: 'string',
      readonly: true,
      nullable: true,
      label: labelled('Parcel in Dakiya'),
    },
  ],
  [
    'ProductVariant',
    { name: 'weightGrams', type: 'int', min: 0, nullable: true, label: labelled('Weight in grams') },
  ],
  ...(['length', 'breadth', 'height'] as const).map(
    (side) =>
      [
        'ProductVariant',
        {
          name: `${side}Cm`,
          type: 'float',
          min: 0,
          nullable: true,
          label: labelled(`${side} in centimetres, packed`),
        },
      ] as const,
  ),
  ['ProductVariant', { name: 'hsn', type: 'string', nullable: true, label: labelled('HSN code') }],
  [
    'ProductVariant',
    { name: 'isDigital', type: 'boolean', defaultValue: false, label: labelled('Not shipped') },
  ],
];

/** Adds what the shop has no fields for. A field of the merchant's with the same name is used as it is. */
export function addCustomFields(customFields: CustomFields): void {
  for (const [of, field] of FIELDS) {
    const known = customFields[of] ?? [];
    if (!known.some(({ name }) => name === field.name)) customFields[of] = [...known, field];
  }
}
