import { type Actor, actorWords } from '../../domain/actor.ts';
import { mayActAs } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import { type Sentence, say, word } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findCredentialById } from '../../storage/accounts/credentials.ts';
import { findUserById, restrictionOf, type User } from '../../storage/accounts/users.ts';
import { seenBy } from '../accounts/permissions.ts';
import type { ListingParts } from '../long-work.ts';
import { type AccountActor, type AccountContext, changeBy, type Service, WHOLE_ACCOUNT } from '../service.ts';

/** The person or key that started background work, and the rights that the work needs. */
export interface Maker {
  readonly accountId: string;
  readonly actor: Actor;
  readonly least: Role;
  /** True if the person must see the whole account. */
  readonly isOfWholeAccount?: boolean;
}

/** Some parts of the service, which then act for an account. */
type Acting = Service & Pick<ListingParts, 'columns'>;

/** Thrown when the creator of background work has lost the permission; people read the sentence. */
export class Stopped extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.text);
    this.sentence = sentence;
  }
}

/** Runs background work as its creator, with what that person may see now. */
export async function actingFor<Parts extends Acting>(
  service: Parts,
  accountId: string,
  actor: Actor,
): Promise<Parts & AccountContext> {
  return contextOf(service, accountId, actor, await findPerson(service.database.account(accountId), actor));
}

/**
 * Takes the next part of background work. Rolls back if the creator has lost the permission; this is not
 * checked if nothing is left.
 *
 * @returns the part, and its context with the creator's current view
 * @throws Stopped
 */
export async function takeFor<T, Parts extends Acting>(
  service: Parts,
  maker: Maker,
  take: (writer: AccountWriter) => Promise<readonly T[]>,
): Promise<{ readonly account: Parts & AccountContext; readonly taken: readonly T[] }> {
  const { accountId, actor } = maker;
  return service.database.change(accountId, changeBy(service, actor), async (writer) => {
    writer.skipAudit('each action is recorded');
    const taken = await take(writer);
    const person =
      taken.length > 0 ? await assertMayGoOn(writer, service, maker) : await findPerson(writer, actor);
    return { account: contextOf(service, accountId, actor, person), taken };
  });
}

/**
 * Checks the creator's permission.
 *
 * @returns the creator, if it is a person
 * @throws Stopped
 */
export async function assertMayGoOn(
  scope: AccountScope,
  { now }: Pick<Service, 'now'>,
  maker: Maker,
): Promise<User | null> {
  const { actor } = maker;
  const person = await findPerson(scope, actor);
  const why =
    actor.kind === 'user'
      ? whyNotPerson(person, maker)
      : actor.kind === 'key'
        ? await whyNotKey(scope, maker, now())
        : null;
  if (why !== null) throw new Stopped(why);
  return person;
}

function whyNotPerson(person: User | null, maker: Maker): Sentence | null {
  const { name } = maker.actor;
  if (person === null) return say('user_was_deleted', 'The user {name} was deleted', { name });
  if (person.disabledAt !== null) return say('user_was_disabled', 'The user {name} was disabled', { name });
  if (maker.isOfWholeAccount && restrictionOf(person) !== null) {
    return say('user_sees_less', '{name} cannot see the whole account any more', { name });
  }
  return whyNotRole(person.role, maker);
}

async function whyNotKey(scope: AccountScope, maker: Maker, now: Date): Promise<Sentence | null> {
  const { id, name } = maker.actor;
  const key = id === null ? null : await findCredentialById(scope, id);
  if (key === null) return say('key_was_deleted', 'The API key {name} was deleted', { name });
  if (key.revokedAt !== null) return say('key_was_revoked', 'The API key {name} was revoked', { name });
  if (key.expiresAt !== null && key.expiresAt <= now)
    return say('key_has_expired', 'The API key {name} has expired', { name });
  return whyNotRole(key.role ?? 'owner', maker);
}

function whyNotRole(role: Role, { actor, least }: Maker): Sentence | null {
  return mayActAs(role, least)
    ? null
    : say('maker_has_lesser_role', 'It requires the role {least}, and {actor} now has the role {role}', {
        least: word(least),
        actor: actorWords(actor),
        role: word(role),
      });
}

async function findPerson(scope: AccountScope, { kind, id }: Actor): Promise<User | null> {
  return kind === 'user' && id !== null ? findUserById(scope, id) : null;
}

function contextOf<Parts extends Acting>(
  service: Parts,
  accountId: string,
  actor: Actor,
  person: User | null,
): Parts & AccountContext {
  return { ...service, ...WHOLE_ACCOUNT, ...seenBy(service, person), accountId, actor };
}

/** Makes changes to the progress of background work, which need no audit record. */
export function changeUnrecorded<T>(
  account: AccountActor,
  work: (writer: AccountWriter) => Promise<T>,
): Promise<T> {
  return account.database.change(account.accountId, changeBy(account, account.actor), (writer) => {
    writer.skipAudit('each action is recorded');
    return work(writer);
  });
}
