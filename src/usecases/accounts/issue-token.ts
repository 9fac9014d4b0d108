import { SYSTEM } from '../../domain/actor.ts';
import { Problem } from '../../domain/errors.ts';
import { insertCredential } from '../../storage/accounts/credentials.ts';
import {
  clearWrongPasswords,
  countWrongPassword,
  findUser,
  type User,
  type Username,
} from '../../storage/accounts/users.ts';
import { changeBy, type Service } from '../service.ts';
import { makeSecret } from './credential-secret.ts';
import { hashOfNobody, verifyPassword } from './passwords.ts';
import { readUsername } from './username.ts';

const TOKEN_VALID_MS = 24 * 60 * 60 * 1000;
const WRONG_PASSWORDS_ALLOWED = 5;
const LOCKED_MS = 15 * 60 * 1000;

/**
 * Sign-ins of one user follow one another in a process, so that guesses sent at once cannot all be
 * checked before the fifth wrong one locks the user.
 */
const turns = new Map<string, Promise<unknown>>();

/** They are checked one after the other, five in a second: whoever comes after so many would wait for too long. */
const SIGN_INS_AT_ONCE = 100;
const RETRY_AFTER_SECONDS = 20;
let signInsUnderWay = 0;

/**
 * Gives a user a token for the right password (contract: credentials). Five wrong passwords in a row
 * lock the user for 15 minutes. An unknown user, a wrong password, a locked and a disabled user
 * take the same time and cannot be told apart.
 *
 * @returns null for a wrong pair
 * @throws Problem `unavailable` while too many wait, whoever they and the user are
 */
export async function issueToken(
  service: Service,
  sent: { username: string; password: string },
): Promise<{ token: string; expiresAt: Date } | null> {
  if (signInsUnderWay >= SIGN_INS_AT_ONCE) {
    throw new Problem('unavailable', 'Too many are signing in at once; please try again shortly', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  const username = readUsername(sent.username);
  const turn = username ? JSON.stringify(username) : '';
  const before = turns.get(turn) ?? Promise.resolve();
  const mine = before.then(() => signIn(service, username, sent.password));
  signInsUnderWay += 1;
  const settled = mine
    .catch(() => undefined)
    .then(() => {
      signInsUnderWay -= 1;
      if (turns.get(turn) === settled) turns.delete(turn);
    });
  turns.set(turn, settled);
  return mine;
}

async function signIn(
  service: Service,
  username: Username | null,
  password: string,
): Promise<{ token: string; expiresAt: Date } | null> {
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
  return keepToken(service, user, now);
}

/** A lock shows in the account's audit list: somebody may be guessing. */
async function noteWrongPassword(service: Service, user: User, now: Date): Promise<void> {
  const lockedUntil = new Date(now.getTime() + LOCKED_MS);
  await service.database.change(user.accountId, changeBy(service, SYSTEM), async (writer) => {
    const locks = await countWrongPassword(writer, user.userId, WRONG_PASSWORDS_ALLOWED, lockedUntil);
    if (!locks) {
      writer.leaveUnrecorded('a wrong password changes nothing of the account until it locks');
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

async function keepToken(
  service: Service,
  user: User,
  now: Date,
): Promise<{ token: string; expiresAt: Date } | null> {
  const secret = makeSecret();
  // Whole seconds: the answer's `expires_at` shows no fraction.
  const expiresAt = new Date(Math.floor((now.getTime() + TOKEN_VALID_MS) / 1000) * 1000);
  const credentialId = service.newId();
  const actor = { kind: 'user', id: user.userId, name: user.name } as const;
  return service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    if (!(await clearWrongPasswords(writer, user))) {
      writer.leaveUnrecorded('the user was shut out while the password was checked, and gets no token');
      return null;
    }
    await insertCredential(writer, {
      credentialId,
      kind: 'token',
      prefix: secret.prefix,
      secretHash: secret.secretHash,
      scope: 'full',
      name: user.name,
      userId: user.userId,
      expiresAt,
    });
    await writer.record({
      action: 'user.signed_in',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { expires_at: expiresAt.toISOString() },
    });
    return { token: secret.text, expiresAt };
  });
}
