import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { zoneWord } from '../../../domain/zones/zone.ts';
import { object, oneOf, pincode, type ValueOf } from '../../../reading/fields.ts';
import { checkServiceability } from '../../../usecases/rates/carriers.ts';
import { answer, operation } from '../../operation.ts';
import { textLike, ZoneWord } from '../../schemas.ts';
import type { RateRouteOptions } from './rate-route-options.ts';
import { Unserviceable, unserviceableBody } from './unserviceable.ts';

const Body = object({
  from: pincode({ description: 'Where the parcel is picked up.', examples: ['560001'] }),
  to: pincode({ description: 'Where it is delivered.', examples: ['110001'] }),
  payment_mode: oneOf(['cod', 'prepaid'], { description: 'Has no effect for a return.' }),
  shipment_type: oneOf(['forward', 'return']),
});

const ServiceabilityBody = Type.Object({
  status: Type.Literal('SUCCESS'),
  result: Type.Object({
    serviceability_results: Type.Array(
      Type.Object({ carrier_id: textLike('h7vd3r8c'), carrier_name: textLike('Morpankhi Surface 500 g') }),
      { description: 'By name; empty if no carrier serves both ends.' },
    ),
    zone: ZoneWord,
    unserviceable: Unserviceable,
  }),
});

export function addCheckServiceability(api: FastifyInstance, { rateBooks }: RateRouteOptions): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/serviceability',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'checkServiceability',
        tag: 'Rates',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List carriers that serve a route',
        description: 'For any parcel: weight and size are ignored. Use `POST /rates` for prices.',
        body: Body,
        answers: { 200: answer('The carriers and the zone.', ServiceabilityBody) },
      }),
    },
    async ({ body, account }) => {
      const { carriers, zone, leftOut } = await checkServiceability(account, rateBooks, {
        journey: body.shipment_type,
        originPincode: body.from,
        destinationPincode: body.to,
        payment: body.payment_mode,
      });
      return {
        status: 'SUCCESS',
        result: {
          serviceability_results: carriers.map(({ id, name }) => ({ carrier_id: id, carrier_name: name })),
          zone: zoneWord(zone),
          ...(leftOut === null ? {} : { unserviceable: unserviceableBody(leftOut) }),
        },
      };
    },
  );
}
