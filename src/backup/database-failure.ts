import pg from 'pg';
import { StartupError } from '../problems/startup-error.ts';
import { unavailableProblem } from '../storage/outage.ts';

/** The sentence for what the database refuses or cannot do; other errors stay what they are. */
export function databaseFailure(error: unknown, what: string): unknown {
  const isDatabase = error instanceof pg.DatabaseError || unavailableProblem(error) !== null;
  if (!isDatabase || !(error instanceof Error)) return error;
  return new StartupError(`${what} (PostgreSQL: ${error.message})`, { cause: error });
}
