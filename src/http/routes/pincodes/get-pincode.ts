import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { pathParameters, pincode, type ValueOf } from '../../../reading/fields.ts';
import { findPincode } from '../../../usecases/rates/find-pincode.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';

const Path = pathParameters({ pincode: pincode() }, 'Pincode');

const PincodeBody = Type.Object({
  pincode: Type.String(),
  city: Type.String(),
  district: Type.String(),
  state: Type.String(),
  state_code: Type.String({ description: 'ISO 3166-2:IN without `IN-`.', examples: ['KA'] }),
});

/** Contract: `GET /pincodes/:pincode`, for forms that fill in the city. */
export function addGetPincode(api: FastifyInstance, { rateBooks }: { rateBooks: RateBooks }): void {
  api.get<{ Params: ValueOf<typeof Path> }>(
    '/pincodes/:pincode',
    {
      schema: {
        tags: ['Rates'],
        summary: 'City, district and state of a pincode',
        params: Path,
        response: { 200: Type.Object({ data: PincodeBody }) },
      },
    },
    async (request) => ({ data: findPincode(rateBooks.ground.directory, request.params.pincode) }),
  );
}
