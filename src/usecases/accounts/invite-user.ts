import type { User } from '../../storage/accounts/users.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountActor, changeBy } from '../service.ts';
import { type MadeLink, makeLink } from './sign-in-links.ts';
import { explainTakenContact, keepUser, type NewUser, readyUser } from './users.ts';

export interface Invited {
  readonly user: Pick<User, 'userId' | 'name' | 'email'>;
  readonly link: MadeLink & { readonly kind: 'invitation' };
}

/** Creates a user without a password, and the link to set one. @throws Problem `refused` */
export async function inviteUser<Answer>(
  account: AccountActor,
  user: Omit<NewUser, 'password'>,
  answer: WriteAnswer<Invited, Answer>,
): Promise<Answer> {
  const { database, accountId, actor } = account;
  const row = await readyUser(account, database.account(accountId), { ...user, password: null });
  return explainTakenContact(() =>
    database.change(accountId, changeBy(account, actor), async (writer) => {
      await keepUser(writer, row);
      const link = { ...(await makeLink(writer, row.userId, 'invitation')), kind: 'invitation' as const };
      return answer(writer, { user: row, link });
    }),
  );
}
