import { validate } from 'uuid';
import { notFound, refused } from '../../problems/problem.ts';
import { findUser, findUserById, type User } from '../../storage/accounts/users.ts';
import type { Service } from '../service.ts';
import { readUsername } from './username.ts';

/**
 * Finds a user as an operator names one: by the id, the phone number or the email address.
 *
 * @throws Problem `refused` for a text that is none of these; `not_found` for an unknown user
 */
export async function findNamedUser({ database }: Service, named: string): Promise<User> {
  const username = readUsername(named);
  if (username === null && !validate(named)) {
    throw refused(`${named} is not the id, phone number or email address of a user`);
  }
  const user = await (username ? findUser(database, username) : findUserById(database, named));
  if (!user) throw notFound(`User ${named}`);
  return user;
}
