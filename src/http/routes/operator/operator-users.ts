import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../../problems/problem.ts';
import { say } from '../../../problems/sentence.ts';
import {
  object,
  optional,
  pathParameters,
  text,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import { namedAccount } from '../../../usecases/accounts/check-operator.ts';
import type { PasswordParts, PeopleParts } from '../../../usecases/accounts/passwords.ts';
import { makeResetLink } from '../../../usecases/accounts/reset-password.ts';
import { setPassword } from '../../../usecases/accounts/set-password.ts';
import { linkAddress } from '../../../usecases/accounts/sign-in-links.ts';
import {
  changeUser,
  createUser,
  disableUser,
  enableUser,
  findNamedUser,
  listAccountUsers,
  type User,
  unlockUser,
} from '../../../usecases/accounts/users.ts';
import type { AccountContext } from '../../../usecases/service.ts';
import { operatorOperation } from '../../operation.ts';
import { NEW_USER_FIELDS, userBody, userRole } from '../people/user-body.ts';
import type { RouteOptions } from '../route-options.ts';
import { WHOLE_SERVICE_CONFIG } from './whole-service.ts';

const password = optional(
  text({ max: 200, trim: false, description: 'Default: one is made, and shown only once.' }),
);
const NewUser = object({ ...NEW_USER_FIELDS, role: withDefault(userRole, 'owner'), password });
const UserPath = pathParameters(
  { user: text({ max: 254, description: 'The id, the phone number or the email address.' }) },
  'User',
);
const NewPassword = object({ password });
const NewRole = object({ role: userRole });
type UserChange = Partial<ValueOf<typeof NewRole> & ValueOf<typeof NewPassword>>;

export function addOperatorUsers(operator: FastifyInstance, { publicUrl }: RouteOptions): void {
  operator.post<{ Body: ValueOf<typeof NewUser> }>(
    '/users',
    {
      schema: operatorOperation({
        operationId: 'createOperatorUser',
        summary: 'Create a user, whose password is shown only once',
        body: NewUser,
      }),
    },
    async ({ account, body }) => {
      const { name, phone = null, email = null, role, store_ids = null, warehouse_ids = null } = body;
      const chosen = passwordOf(body);
      const user = { name, phone, email, role, storeIds: store_ids, warehouseIds: warehouse_ids };
      const { userId } = await createUser(account, account.actor, account.accountId, {
        ...user,
        password: chosen.password,
      });
      return { data: { user_id: userId, password: chosen.shown } };
    },
  );
  operator.get(
    '/users',
    {
      schema: operatorOperation({
        operationId: 'listEveryUser',
        summary: 'List the users of an account, oldest first',
      }),
    },
    async ({ account }) => ({
      data: (await listAccountUsers(account, account.accountId)).map((user) => userBody(user, account.now())),
    }),
  );
  const ofUser = (
    path: string,
    stated: Parameters<typeof operatorOperation>[0],
    work: (
      account: AccountContext & PeopleParts & PasswordParts,
      user: User,
      body: UserChange,
    ) => Promise<object>,
  ) =>
    operator.post<{ Params: ValueOf<typeof UserPath>; Body: UserChange }>(
      `/users/:user/${path}`,
      {
        ...WHOLE_SERVICE_CONFIG,
        schema: operatorOperation({ ...stated, params: UserPath, body: stated.body ?? object({}) }),
      },
      async ({ account, params, body }) => {
        const user = await findNamedUser(account, params.user, namedAccount(account));
        return { data: { user_id: user.userId, ...(await work(account, user, body)) } };
      },
    );

  ofUser(
    'disable',
    {
      operationId: 'disableUser',
      summary:
        'Disable a user, even the last owner: the password stops working, and tokens and sessions end within a second',
    },
    async (account, user) => ({
      disabled: true,
      tokens_ended: await disableUser(account, account.actor, user),
    }),
  );
  ofUser(
    'enable',
    { operationId: 'enableUser', summary: 'Enable a disabled user' },
    async (account, user) => {
      await enableUser(account, account.actor, user);
      return { disabled: false };
    },
  );
  ofUser(
    'unlock',
    { operationId: 'unlockUser', summary: 'Unlock a user who is locked after five wrong passwords' },
    async (account, user) => ({ was_locked: await unlockUser(account, account.actor, user) }),
  );
  ofUser(
    'role',
    {
      operationId: 'setUserRole',
      summary: 'Change the role of a user, within a second; the last owner who can sign in stays owner',
      body: NewRole,
    },
    async (account, user, { role }) => {
      await changeUser({ ...account, accountId: user.accountId }, user.userId, { ...(role && { role }) });
      return { role };
    },
  );
  ofUser(
    'password',
    {
      operationId: 'setUserPassword',
      summary: "Set another password, and end the user's tokens and sessions",
      body: NewPassword,
    },
    async (account, user, body) => {
      const chosen = passwordOf(body);
      const ended = await setPassword(account, account.actor, user, chosen.password);
      return { password: chosen.shown, tokens_ended: ended };
    },
  );
  ofUser(
    'password-link',
    {
      operationId: 'makePasswordLink',
      summary:
        'Create a link with which the user sets another password, once and within an hour; older links stop working',
    },
    async (account, user) => {
      if (user.disabledAt !== null) {
        throw refused(
          say('user_disabled', 'User {user_id} is disabled: enable the user first', { user_id: user.userId }),
        );
      }
      const link = await makeResetLink(account, account.actor, user);
      return { url: linkAddress(publicUrl(), link), expires_at: link.expiresAt.toISOString() };
    },
  );
}

/** Returns the given password, or a new one that the operator is shown. */
function passwordOf(body: { password?: string }): { password: string; shown: string | null } {
  if (body.password !== undefined) return { password: body.password, shown: null };
  const made = randomBytes(12).toString('base64url');
  return { password: made, shown: made };
}
