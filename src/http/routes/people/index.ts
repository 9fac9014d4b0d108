import type { FastifyInstance } from 'fastify';
import { addPasswords } from './passwords.ts';
import { addSession, type SessionOptions } from './session.ts';
import { addSessions } from './sessions.ts';
import { addUsers } from './users.ts';

export function addPeople(
  api: FastifyInstance,
  options: SessionOptions & { monotonicMs: () => number },
): void {
  addSession(api, options);
  addSessions(api);
  addUsers(api);
  addPasswords(api, options);
}
