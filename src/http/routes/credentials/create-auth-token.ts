import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, text, type ValueOf } from '../../../reading/fields.ts';
import { issueToken } from '../../../usecases/accounts/issue-token.ts';
import type { PasswordParts } from '../../../usecases/accounts/passwords.ts';
import type { Service } from '../../../usecases/service.ts';
import { answer, operation } from '../../operation.ts';
import { callerNetwork } from '../../plugins/caller-address.ts';
import type { CallerLimit } from '../../plugins/caller-limit.ts';
import { textLike } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';

const Body = object({
  username: text({
    max: 254,
    mayBeNumber: true,
    nearMisses: ['email', 'phone', 'user_name'],
    description: "The user's phone (`+91...` or the ten digits) or email.",
    examples: ['asha@example.in'],
  }),
  password: text({ max: 200, trim: false, examples: ['correct horse battery'] }),
});

/** Fixed: existing clients rely on it. */
const WrongPassword = Type.Object(
  { error: Type.String(), status: Type.Integer(), message: Type.String() },
  {
    title: 'WrongPassword',
    examples: [{ error: 'Invalid credentials', status: 401, message: 'Invalid credentials' }],
  },
);
const INVALID = { error: 'Invalid credentials', status: 401, message: 'Invalid credentials' };

export function addCreateAuthToken(
  api: FastifyInstance,
  { service, signIns }: { service: Service & PasswordParts; signIns: CallerLimit },
): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/auth-token',
    {
      config: { access: 'public', form: true },
      schema: operation({
        operationId: 'createToken',
        tag: 'Credentials',
        role: 'anyone',
        summary: 'Create a token with a password',
        description: 'For programs that sign in as a user. Send the token as `Authorization`.',
        body: Body,
        problems: ['rate_limited', 'unavailable'],
        answers: {
          200: answer(
            'The token and its expiry time.',
            Type.Object({
              token: textLike('dkt_5f0e9a1b2c3d', 'Send it as `Authorization`.'),
              expires_at: textLike('2026-11-17T06:30:00', 'UTC, without an offset.'),
            }),
          ),
          401: answer('The username or the password is wrong.', WrongPassword),
        },
      }),
    },
    async (request, reply) => {
      const client = { address: callerNetwork(request), signal: clientOf(reply).signal };
      const issued = await signIns.attempt(client.address, () => issueToken(service, request.body, client), {
        counts: (token) => token === null,
      });
      if (!issued) return reply.code(401).send(INVALID);
      return { token: issued.token, expires_at: issued.expiresAt.toISOString().slice(0, 19) };
    },
  );
}
