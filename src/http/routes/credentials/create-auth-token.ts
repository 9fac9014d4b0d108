import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { object, text, type ValueOf } from '../../../reading/fields.ts';
import { issueToken } from '../../../usecases/accounts/issue-token.ts';
import type { Service } from '../../../usecases/service.ts';
import { callerAddress } from '../../plugins/caller-address.ts';
import { CallerLimit } from '../../plugins/caller-limit.ts';

const Body = object({
  username: text({
    max: 254,
    mayBeNumber: true,
    nearMisses: ['email', 'phone', 'user_name'],
    description: "The user's phone (`+91...` or the ten digits) or email.",
  }),
  password: text({ max: 200, trim: false }),
});

/** Fixed (contract: credentials). */
const INVALID = { error: 'Invalid credentials', status: 401, message: 'Invalid credentials' };

/** Of a team behind one address; whoever guesses many users' passwords is held to it. */
const WRONG_PASSWORDS_ALLOWED = 100;
/** Passwords are checked one after the other, five in a second: nobody waits for one address's longer than 2 s. */
const SIGN_INS_AT_ONCE = 10;

export function addCreateAuthToken(
  api: FastifyInstance,
  { service, monotonicMs }: { service: Service; monotonicMs: () => number },
): void {
  const signIns = new CallerLimit({
    limit: WRONG_PASSWORDS_ALLOWED,
    atOnce: SIGN_INS_AT_ONCE,
    sentence: 'Too many sign-ins from this address; please try again later',
    monotonicMs,
  });
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/auth-token',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Credentials'],
        summary: 'Get a token for a password',
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
      const issued = await signIns.attempt(callerAddress(request), () => issueToken(service, request.body), {
        counts: (token) => token === null,
      });
      if (!issued) return reply.code(401).send(INVALID);
      return { token: issued.token, expires_at: issued.expiresAt.toISOString().slice(0, 19) };
    },
  );
}
