import { type Static, Type } from 'typebox';
import type { Caller } from '../../../usecases/accounts/show-caller.ts';
import { orNull, Time, textLike, Uuid } from '../../schemas.ts';
import { RestrictionBody, RoleWord, restrictionBody } from './person-words.ts';

/** The user, key or token that sends the request. */
const SessionBody = Type.Object(
  {
    session_id: orNull(Uuid),
    csrf_token: orNull(
      textLike(
        'q8mWQn3kXHh1c0vJt2oYbQ7uN5rL9sVxZ4dPfKg6TeA',
        'Send it as `X-CSRF-Token` with every request by cookie except GET. Null for a key or a token in `Authorization`: they need no CSRF token.',
      ),
    ),
    expires_at: orNull(Time),
    account: Type.Object({ id: Uuid, name: textLike('Chai & Co') }),
    user: orNull(
      Type.Object({
        id: Uuid,
        name: textLike('Asha'),
        email: orNull(textLike('asha@example.in')),
        phone: orNull(textLike('9876543210')),
      }),
    ),
    key: orNull(Type.Object({ id: Uuid, name: textLike('warehouse printer') })),
    role: RoleWord,
    restriction: RestrictionBody,
  },
  { title: 'Session' },
);

export const OneSession = Type.Object({ data: SessionBody });

/** @param session the session with its CSRF token; null for a key or a token */
export function sessionBody(
  { account, user, key, role, restriction }: Caller,
  session: { readonly sessionId: string; readonly expiresAt: Date; readonly csrfToken: string } | null,
): Static<typeof OneSession> {
  return {
    data: {
      session_id: session?.sessionId ?? null,
      csrf_token: session?.csrfToken ?? null,
      expires_at: session?.expiresAt.toISOString() ?? null,
      account: { id: account.accountId, name: account.name },
      user: user && { id: user.userId, name: user.name, email: user.email, phone: user.phone },
      key: key && { id: key.keyId, name: key.name },
      role,
      restriction: restrictionBody(restriction),
    },
  };
}
