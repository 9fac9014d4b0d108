import { type Static, Type } from 'typebox';
import { ROLES } from '../../../domain/role.ts';
import { about, detailsOf } from '../../../problems/sentence.ts';
import type { KeyWithText, ListedKey } from '../../../usecases/accounts/keys.ts';
import type { AnswerKeeping } from '../../../usecases/idempotency.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { newestMeta } from '../newest-page.ts';

export const KEY_SCOPES = ['full', 'read', ...ROLES] as const;
const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;

/** Fixed by the API, except `prefix`, `scope` and `last_used_at`. */
const attributes = {
  name: textLike('warehouse printer'),
  prefix: textLike('dky_e5cec6f06ccd46f6', 'How the key begins, to tell it from others. It is no secret.'),
  scope: words('KeyScope', KEY_SCOPES),
  status: words('KeyStatus', KEY_STATUSES),
  expires_at: orNull(Time),
  created_by: orNull(textLike('Asha', 'The name of the user or the key that created it.')),
  created_at: Time,
  last_used_at: orNull(Time),
  expired: Type.Boolean({ examples: [false] }),
  usable: Type.Boolean({ description: 'Neither expired nor revoked.' }),
};
const type = Type.Literal('api_key');

const KeyBody = Type.Object({ id: Uuid, type, attributes: Type.Object(attributes) }, { title: 'ApiKey' });

const KeyWithToken = Type.Object(
  {
    id: Uuid,
    type,
    attributes: Type.Object({
      ...attributes,
      token: orNull(
        textLike(
          'dky_e5cec6f06ccd46f6_e7UrKguBtiU7pF2G1sqLiIK213ln6BeIF9cqi0_9IL8',
          'Send it in `Authorization`. Only the first answer shows it; a repeat has null.',
        ),
      ),
    }),
  },
  { title: 'ApiKeyWithToken' },
);

export const OneKey = Type.Object({ data: KeyWithToken });
export const KeyList = Type.Object({ data: Type.Array(KeyBody), meta: newestMeta({}) });

export function keyBody(key: ListedKey, now: Date): Static<typeof KeyBody> {
  const isExpired = key.expiresAt !== null && key.expiresAt <= now;
  const status = key.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active';
  return {
    id: key.credentialId,
    type: 'api_key',
    attributes: {
      name: key.name,
      prefix: `dky_${key.prefix}`,
      scope: key.scope,
      status,
      expires_at: key.expiresAt?.toISOString() ?? null,
      created_by: key.createdBy,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      expired: isExpired,
      usable: status === 'active',
    },
  };
}

export function keyWithToken(key: KeyWithText, now: Date): Static<typeof OneKey> {
  const { attributes, ...body } = keyBody(key, now);
  return { data: { ...body, attributes: { ...attributes, token: key.apiKey } } };
}

/** Stores the answer for repeats without the key's text, because only a hash of the key is ever stored. */
export const shownOnce: AnswerKeeping = { encode: withoutToken, decode: (kept) => kept };

const SHOWN_ONCE = about(
  'token_shown_once',
  'was shown only in the first answer: if you lost it, revoke this key and create another one',
);

function withoutToken(text: string): string {
  const { data, warnings = [], warning_details = [], ...rest } = JSON.parse(text);
  const attributes = { ...data.attributes, token: null };
  const sentence = SHOWN_ONCE('token');
  return JSON.stringify({
    data: { ...data, attributes },
    ...rest,
    warnings: [...warnings, sentence.text],
    warning_details: [...warning_details, detailsOf(sentence)],
  });
}
