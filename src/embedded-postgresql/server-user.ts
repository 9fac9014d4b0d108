import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { StartupError } from '../problems/startup-error.ts';

/** The operating system user who runs PostgreSQL and owns its files. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Tells whether this process is root. PostgreSQL refuses to run as root, so another user must run it. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

export function ownUser(): ServerUser {
  const uid = process.geteuid?.() ?? -1;
  return { name: nameOf(uid), uid, gid: process.getegid?.() ?? -1 };
}

/** Returns the user who runs PostgreSQL for root: `postgres` if it exists, else `nobody`. */
export function unprivilegedUser(): ServerUser {
  const users = readUsers();
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (user) return user;
  throw new StartupError(
    'PostgreSQL refuses to run as root, and there is no user postgres or nobody: add one (useradd --system postgres), or start Dakiya as an ordinary user',
  );
}

/** Returns the user with this id and the group that the system gives them. */
export function userOf(uid: number): ServerUser {
  return readUsers().find((user) => user.uid === uid) ?? { name: `number ${uid}`, uid, gid: uid };
}

function nameOf(uid: number): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${uid}`;
  }
}

function readUsers(): ServerUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
