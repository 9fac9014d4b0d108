import { type Static, Type } from 'typebox';
import { ROLES } from '../../../domain/role.ts';
import { boolean, clearable, list, oneOf, optional, text, uuid } from '../../../reading/fields.ts';
import type { ListedUser } from '../../../usecases/accounts/list-people.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { newestMeta } from '../newest-page.ts';
import { RoleWord } from './person-words.ts';

const USER_STATUSES = ['active', 'invited', 'locked', 'disabled'] as const;

const UserBody = Type.Object(
  {
    id: Uuid,
    name: textLike('Asha'),
    email: orNull(textLike('asha@example.in')),
    phone: orNull(textLike('9876543210')),
    role: RoleWord,
    store_ids: orNull(Type.Array(Uuid, { description: 'Null for all stores.' })),
    warehouse_ids: orNull(Type.Array(Uuid)),
    status: words('UserStatus', USER_STATUSES, '`invited`: the user has not set a password yet.'),
    created_at: Time,
  },
  { title: 'User' },
);

export const OneUser = Type.Object({ data: UserBody });
const ListedUserBody = Type.Object(
  {
    ...UserBody.properties,
    last_signed_in_at: Type.Union([Time, Type.Null()], { description: 'Null before the first sign-in.' }),
  },
  { title: 'ListedUser' },
);
export const UserList = Type.Object({ data: Type.Array(ListedUserBody), meta: newestMeta({}) });
export const InvitationAnswer = Type.Object({
  data: Type.Object(
    {
      user_id: Uuid,
      url: textLike(
        'https://ship.example.in/join#dky_5f0e9a1b2c3d4e5f_e7UrKguBtiU7pF2G1sqLiIK213ln6BeIF9cqi0_9IL8',
        'For the invited person only: whoever opens it first sets the password. It works once.',
      ),
      expires_at: Time,
      emailed: Type.Boolean({ description: 'Whether it is also sent by email.', examples: [false] }),
    },
    { title: 'Invitation' },
  ),
});

type ShownUser = Omit<ListedUser, 'createdAt' | 'lockedUntil' | 'disabledAt' | 'signedInAt'> & {
  readonly createdAt: string | Date;
  readonly lockedUntil: string | Date | null;
  readonly disabledAt: string | Date | null;
};

export function userBody(user: ShownUser, now: Date): Static<typeof UserBody> {
  const isLocked = user.lockedUntil !== null && new Date(user.lockedUntil) > now;
  return {
    id: user.userId,
    name: user.name,
    email: user.email,
    phone: user.phone,
    role: user.role,
    store_ids: user.storeIds,
    warehouse_ids: user.warehouseIds,
    status:
      user.disabledAt !== null
        ? 'disabled'
        : user.awaitsPassword
          ? 'invited'
          : isLocked
            ? 'locked'
            : 'active',
    created_at: new Date(user.createdAt).toISOString(),
  };
}

export function listedUserBody(user: ListedUser, now: Date): Static<typeof ListedUserBody> {
  const { signedInAt } = user;
  return {
    ...userBody(user, now),
    last_signed_in_at: signedInAt === null ? null : new Date(signedInAt).toISOString(),
  };
}

const ids = (what: string) =>
  list(uuid(), {
    max: 200,
    description: `The ${what} that the user is restricted to; the user sees nothing of others. Null for all.`,
    examples: [],
  });

export const userName = text({ max: 200, examples: ['Asha'] });
export const userRole = oneOf(ROLES, { examples: ['packer'] });
export const userRestriction = {
  store_ids: clearable(ids('stores')),
  warehouse_ids: clearable(ids('warehouses')),
};

/** Fields of a new user, except a password. */
export const NEW_USER_FIELDS = {
  name: userName,
  email: optional(
    text({
      max: 254,
      description: 'Either this or `phone` is required, as the username.',
      examples: ['ravi@example.in'],
    }),
  ),
  phone: optional(
    text({ max: 30, mayBeNumber: true, description: 'An Indian mobile number.', examples: [] }),
  ),
  role: userRole,
  ...userRestriction,
};

export const userDisabled = boolean({
  description: '`true` disables the user: sessions and tokens end at once.',
  examples: [false],
});
