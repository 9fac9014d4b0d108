import type { Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';

/** A session with the data that is needed to check it, including the current role of its user or key. */
export interface CheckedSession extends Restriction {
  readonly sessionId: string;
  readonly accountId: string;
  readonly secretHash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly userRole: Role | null;
  readonly userDisabledAt: Date | null;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly keyScope: 'full' | 'read' | null;
  readonly keyRole: Role | null;
  readonly keyExpiresAt: Date | null;
  readonly keyRevokedAt: Date | null;
}

const HOLDERS =
  'left join users u on u.user_id = s.user_id left join credentials k on k.credential_id = s.key_id';

/** Finds a session by its public half: one lookup in a unique index, and its user and key by their ids. */
export async function findSession(database: Database, prefix: string): Promise<CheckedSession | null> {
  const rows = await database.run<CheckedSession>(
    `select s.session_id as "sessionId", s.account_id as "accountId", s.secret_hash as "secretHash",
        s.created_at as "createdAt", s.expires_at as "expiresAt", s.ended_at as "endedAt",
        s.last_used_at as "lastUsedAt", s.user_id as "userId", u.name as "userName", u.role as "userRole",
        u.store_ids as "storeIds", u.warehouse_ids as "warehouseIds", u.disabled_at as "userDisabledAt",
        s.key_id as "keyId", k.name as "keyName", k.scope as "keyScope", k.role as "keyRole",
        k.expires_at as "keyExpiresAt", k.revoked_at as "keyRevokedAt"
      from sessions s ${HOLDERS}
      where s.prefix = $1`,
    [prefix],
  );
  return rows[0] ?? null;
}

export interface NewSession {
  readonly sessionId: string;
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly userId: string | null;
  readonly keyId: string | null;
  readonly device: string;
  readonly address: string;
  readonly expiresAt: Date;
}

export async function insertSession(writer: AccountWriter, session: NewSession): Promise<void> {
  const { sessionId, prefix, secretHash, userId, keyId, device, address, expiresAt } = session;
  await writer.change(
    `insert into sessions (account_id, session_id, prefix, secret_hash, user_id, key_id, device, address,
       created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [sessionId, prefix, secretHash, userId, keyId, device, address, writer.now, expiresAt],
  );
}

export interface ListedSession {
  readonly sessionId: string;
  readonly userId: string | null;
  readonly keyId: string | null;
  /** The name of the user, or of the key if there is no user. */
  readonly name: string;
  readonly device: string;
  /** Null of a session that an older release began. */
  readonly address: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

export interface SessionsWanted {
  /** Lists only this user's sessions; null lists the sessions of the whole account. */
  readonly userId: string | null;
  readonly keyId: string | null;
  readonly now: Date;
  /** A session that was not used since this time is over. */
  readonly usedSince: Date;
}

/** The open sessions, newest first. */
export function listSessions(
  scope: AccountScope,
  { userId, keyId, now, usedSince }: SessionsWanted,
  page: NewestPage,
): Promise<Newest<ListedSession>> {
  const list = {
    from: `from sessions s ${HOLDERS}
      where s.account_id = $1 and s.ended_at is null and s.expires_at > $2
        and coalesce(s.last_used_at, s.created_at) > $3 and u.disabled_at is null and k.revoked_at is null
        and ($4::uuid is null or s.user_id = $4) and ($5::uuid is null or s.key_id = $5)`,
    columns: `s.session_id as "sessionId", s.user_id as "userId", s.key_id as "keyId", coalesce(u.name, k.name) as name,
      s.device, s.address, s.created_at as "createdAt", s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt"`,
    id: 's.session_id',
    joins: HOLDERS,
    parameters: [now, usedSince, userId, keyId],
  };
  return readNewest<ListedSession>(scope, list, page);
}

/** Finds the owner of a session; null if it is not open. */
export async function findOpenSession(
  scope: AccountScope,
  sessionId: string,
): Promise<{ readonly userId: string | null; readonly keyId: string | null } | null> {
  const [row] = await scope.read<{ userId: string | null; keyId: string | null }>(
    `select user_id as "userId", key_id as "keyId" from sessions
      where account_id = $1 and session_id = $2 and ended_at is null`,
    [sessionId],
  );
  return row ?? null;
}

/** @returns false if it was already over */
export async function endSession(writer: AccountWriter, sessionId: string): Promise<boolean> {
  const rows = await writer.change(
    `update sessions set ended_at = $3 where account_id = $1 and session_id = $2 and ended_at is null
     returning session_id`,
    [sessionId, writer.now],
  );
  return rows.length > 0;
}

/** Ends all sessions of a user, except the given one. @returns the number that were open until now */
export async function endSessionsOf(
  writer: AccountWriter,
  userId: string,
  except: string | null = null,
): Promise<number> {
  const rows = await writer.change(
    `update sessions set ended_at = $3
      where account_id = $1 and user_id = $2 and ended_at is null and expires_at > $3
        and session_id is distinct from $4
     returning session_id`,
    [userId, writer.now, except],
  );
  return rows.length;
}

/** Records when sessions were last used, many in one statement, like `noteCredentialUse`. */
export async function noteSessionUse(database: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await database.run(
    `update sessions s set last_used_at = u.used_at
       from unnest($1::uuid[], $2::timestamptz[]) as u (session_id, used_at)
      where s.session_id = u.session_id and (s.last_used_at is null or s.last_used_at < u.used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}

export async function removeOldSessions(database: Database, before: Date): Promise<void> {
  await database.run(
    `delete from sessions where session_id in
       (select session_id from sessions where expires_at < $1 limit 10000)`,
    [before],
  );
}
