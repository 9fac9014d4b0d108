import { LRUCache } from 'lru-cache';
import { SYSTEM } from '../../domain/actor.ts';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  clearWrongPasswords,
  countWrongPassword,
  findUser,
  type User,
  type Username,
} from '../../storage/accounts/users.ts';
import { FairQueue } from '../fair-queue.ts';
import { changeBy, type Service } from '../service.ts';
import { hashOfNobody, type PasswordParts, verifyPassword } from './passwords.ts';
import { readUsername } from './users.ts';

const WRONG_PASSWORDS_ALLOWED = 5;
const LOCKED_MS = 15 * 60 * 1000;

/**
 * Runs one sign-in at a time in a process, because each check of a password takes a core for 0.2 s. Addresses
 * take turns, so an address that sends many delays each other address by one check. So the fifth wrong guess
 * locks a user before simultaneous guesses are checked.
 */
const turns = new FairQueue({ atOnce: 1, perSharer: 1, waitingPerSharer: Number.POSITIVE_INFINITY });

/** The limit for sign-ins from unknown addresses; each holds a body of up to 16 kB. */
const SIGN_INS_AT_ONCE = 1_000;
/** A sign-in that waits longer is refused. */
const WAIT_MS = 9_000;
const RETRY_AFTER_SECONDS = 20;
let signInsUnderWay = 0;

/**
 * The account ids of users, indexed by the user and an address of an earlier sign-in. These sign-ins do not
 * wait behind unknown addresses. Only in memory: after a restart, a user must sign in again first.
 */
const knownSignIns = new LRUCache<string, string>({ max: 20_000 });

export interface SignInClient {
  /** Addresses take turns. */
  readonly address: string;
  /** Aborted when the client has left; then its password is not checked. */
  readonly signal: AbortSignal;
}

export interface SignInWords {
  readonly username: string;
  readonly password: string;
}

/** Creates and records the thing that the user signed in for, such as a session. */
export type GiveTo<Given> = (writer: AccountWriter, user: User) => Promise<Given>;

/**
 * Signs a user in. Five wrong passwords in a row lock the user for 15 minutes. An unknown user, a wrong
 * password, a locked user and a disabled user take the same time and get the same answer.
 *
 * @returns null for a wrong username or password
 * @throws Problem `unavailable` while too many wait, independent of the caller and the user; the signal's
 * reason
 */
export async function signIn<Given>(
  service: Service & PasswordParts,
  sent: SignInWords,
  { address, signal }: SignInClient,
  give: GiveTo<Given>,
): Promise<Given | null> {
  const username = readUsername(sent.username);
  const known = `${JSON.stringify(username)} ${address}`;
  const accountId = knownSignIns.get(known);
  const isTrusted = accountId !== undefined;
  if (!isTrusted && signInsUnderWay >= SIGN_INS_AT_ONCE) throw tooManySignIns();
  signInsUnderWay += 1;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooManySignIns()), service.signInWaitMs ?? WAIT_MS);
  try {
    // An account has one share, even if its people sign in from many addresses.
    const sharer = accountId ?? address;
    const taker = { sharer, isTrusted, signal: AbortSignal.any([signal, late.signal]) };
    return await turns.take(taker, () =>
      check(service, username, sent.password, (writer, user) => {
        knownSignIns.set(known, user.accountId);
        return give(writer, user);
      }),
    );
  } finally {
    clearTimeout(timer);
    signInsUnderWay -= 1;
  }
}

function tooManySignIns(): Problem {
  return new Problem('unavailable', TOO_MANY_SIGN_INS, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

const TOO_MANY_SIGN_INS = say(
  'too_many_sign_ins',
  'Too many people are signing in right now; please try again shortly',
);

async function check<Given>(
  service: Service & PasswordParts,
  username: Username | null,
  password: string,
  give: GiveTo<Given>,
): Promise<Given | null> {
  const user = username ? await findUser(service.database, username) : null;
  const right = await verifyPassword(password, user?.passwordHash ?? hashOfNobody(service.passwordCost));
  const now = service.now();
  if (!user) return null;
  if (user.disabledAt !== null) return null;
  if (user.lockedUntil !== null && user.lockedUntil > now) return null;
  if (!right) {
    await noteWrongPassword(service, user, now);
    return null;
  }
  const actor = { kind: 'user', id: user.userId, name: user.name } as const;
  return service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    if (await clearWrongPasswords(writer, user)) return give(writer, user);
    writer.skipAudit('the user was disabled while the password was checked, and is not signed in');
    return null;
  });
}

/** Counts a wrong password. The account's audit log shows a lock, because somebody may be guessing. */
async function noteWrongPassword(service: Service, user: User, now: Date): Promise<void> {
  const lockedUntil = new Date(now.getTime() + LOCKED_MS);
  await service.database.change(user.accountId, changeBy(service, SYSTEM), async (writer) => {
    const locks = await countWrongPassword(writer, user.userId, WRONG_PASSWORDS_ALLOWED, lockedUntil);
    if (!locks) {
      writer.skipAudit('a wrong password changes no data of the account until it locks the user');
      return;
    }
    await writer.record({
      action: 'user.locked',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { locked_until: lockedUntil.toISOString() },
    });
  });
}
