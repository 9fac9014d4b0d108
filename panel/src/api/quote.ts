import { queryOptions, skipToken } from '@tanstack/react-query';
import { answerOf, api, type Sent } from './client.ts';

export type QuoteBody = Sent<'/custom/api/v1/rates', 'post'>;

/** The quote's input, from the address. */
export interface QuoteView {
  readonly journey?: 'return';
  readonly from?: string;
  readonly to?: string;
  readonly weight?: string;
  readonly length?: string;
  readonly width?: string;
  readonly height?: string;
  readonly payment?: 'cod';
  readonly value?: string;
  readonly qc?: 'no';
}

export interface Offer {
  readonly id: string;
  readonly name: string;
  readonly service: 'standard' | 'express';
  readonly freight: number;
  readonly cod: number;
  readonly rto: number | null;
  readonly qc: number | null;
  readonly total: number;
  readonly pickup: string;
  readonly delivery: string;
}

/** The body of the quote request; null while an input is missing. */
export function quoteBody(view: QuoteView, grams = Number(view.weight)): QuoteBody | null {
  const { from = '', to = '' } = view;
  const sides = { length: Number(view.length), width: Number(view.width), height: Number(view.height) };
  const isPlace = (text: string) => /^[1-9]\d{5}$/.test(text);
  if (!isPlace(from) || !isPlace(to) || !(grams > 0) || !Object.values(sides).every((side) => side > 0))
    return null;
  if (view.journey !== 'return' && view.payment === 'cod' && !(Number(view.value) > 0)) return null;
  return {
    journey_type: view.journey ?? 'forward',
    origin_pincode: from,
    destination_pincode: to,
    dead_weight: grams,
    ...sides,
    ...(view.journey === 'return'
      ? { qc_applicable: view.qc !== 'no' }
      : {
          payment_method: view.payment ?? 'prepaid',
          ...(view.payment === 'cod' && { shipment_value: Number(view.value) }),
        }),
  };
}

export function quoteQuery(body: QuoteBody | null) {
  return queryOptions({
    queryKey: ['quote', body],
    retry: false,
    queryFn:
      body === null
        ? skipToken
        : async ({ signal }) => {
            const { result } = await answerOf(api.POST('/custom/api/v1/rates', { body, signal }));
            const offers = result.serviceable_couriers.map((one): Offer => {
              const { charges } = one;
              const isForward = 'total_forward_charges' in charges;
              return {
                id: one.carrier_id,
                name: one.carrier_name,
                service: one.service_level,
                freight: isForward ? charges.forward_freight_charges : charges.return_freight_charges,
                cod: isForward ? charges.cod_charges : 0,
                rto: isForward ? charges.rto_charges : null,
                qc: isForward ? null : charges.qc_charges,
                total: isForward ? charges.total_forward_charges : charges.total_return_charges,
                pickup: one.expected_delivery.pickup,
                delivery: one.expected_delivery.delivery,
              };
            });
            return { offers, details: result.shipment_details, leftOut: result.unserviceable ?? [] };
          },
  });
}

/** Explains the charges of a quote, and why other carriers are missing. */
export function explanationQuery(body: QuoteBody) {
  return queryOptions({
    queryKey: ['quote explained', body],
    retry: false,
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/custom/api/v1/rates/explain', { params: { query: body }, signal }))).data,
  });
}
