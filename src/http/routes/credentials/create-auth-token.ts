import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { issueToken } from '../../../usecases/issue-token.ts';
import type { Service } from '../../../usecases/service.ts';
import { object, text } from '../../schemas/fields.ts';

const Body = object({
  username: text({
    max: 254,
    mayBeNumber: true,
    description: "The user's phone (`+91...` or the ten digits) or email.",
  }),
  password: text({ max: 200, trim: false }),
});

/** Fixed (contract: credentials). */
const INVALID = { error: 'Invalid credentials', status: 401, message: 'Invalid credentials' };

export function addCreateAuthToken(api: FastifyInstance, { service }: { service: Service }): void {
  api.post<{ Body: Static<typeof Body> }>(
    '/auth-token',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Credentials'],
        summary: 'Get a token for a password',
        security: [],
        body: Body,
        response: {
          200: Type.Object({
            token: Type.String(),
            expires_at: Type.String({ description: 'UTC, without an offset' }),
          }),
          401: Type.Object({ error: Type.String(), status: Type.Integer(), message: Type.String() }),
        },
      },
    },
    async (request, reply) => {
      const issued = await issueToken(service, request.body);
      if (!issued) return reply.code(401).send(INVALID);
      return { token: issued.token, expires_at: issued.expiresAt.toISOString().slice(0, 19) };
    },
  );
}
