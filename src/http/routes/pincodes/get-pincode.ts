import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pathParameters, pincode, type ValueOf } from '../../../reading/fields.ts';
import { findPincode } from '../../../usecases/rates/carriers.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { answer, operation } from '../../operation.ts';
import { textLike } from '../../schemas.ts';

const Path = pathParameters({ pincode: pincode({ examples: ['560001'] }) }, 'Pincode');

const PincodeBody = Type.Object(
  {
    pincode: textLike('560001'),
    city: textLike('Bengaluru'),
    district: textLike('Bengaluru Urban'),
    state: textLike('Karnataka'),
    state_code: Type.String({ description: 'ISO 3166-2:IN without `IN-`.', examples: ['KA'] }),
  },
  { title: 'Pincode' },
);

export function addGetPincode(api: FastifyInstance, { rateBooks }: { rateBooks: RateBooks }): void {
  api.get<{ Params: ValueOf<typeof Path> }>(
    '/pincodes/:pincode',
    {
      schema: operation({
        operationId: 'getPincode',
        tag: 'Rates',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get the city of a pincode',
        description: 'With its district and state.',
        params: Path,
        answers: { 200: answer('The place.', Type.Object({ data: PincodeBody })) },
      }),
    },
    async (request) => ({ data: findPincode(rateBooks.ground.directory, request.params.pincode) }),
  );
}
