import pg from 'pg';
import { StartupError } from '../problems/startup-error.ts';
import { unavailableProblem } from '../storage/outage.ts';

/** Turns a database error into a sentence for the operator; other errors are returned unchanged. */
export function databaseFailure(error: unknown, what: string): unknown {
  const isDatabase = error instanceof pg.DatabaseError || unavailableProblem(error) !== null;
  if (!isDatabase || !(error instanceof Error)) return error;
  return new StartupError(`${what} (PostgreSQL: ${error.message})`, { cause: error });
}
