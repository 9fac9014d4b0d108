import { findUserById } from '../../storage/accounts/users.ts';
import type { AccountContext } from '../service.ts';
import { readUsername } from './username.ts';

/** Tells whether the text is the phone or email of the token's user; an API key has none. */
export async function isUser({ database, actor }: AccountContext, text: string): Promise<boolean> {
  const named = readUsername(text);
  if (named === null || actor.kind !== 'user' || actor.id === null) return false;
  const user = await findUserById(database, actor.id);
  return 'phone' in named ? user?.phone === named.phone : user?.email === named.email;
}
