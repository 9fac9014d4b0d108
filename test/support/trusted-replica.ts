import type pg from 'pg';
import { Replica } from '../../src/storage/replica/replica.ts';

/** A replica that always counts as up to date, and records calls. */
export class TrustedReplica extends Replica {
  readonly written: string[] = [];
  rested = 0;

  constructor(pool: pg.Pool) {
    super({ pool, primary: pool, onChange: () => undefined });
  }

  override async has(): Promise<boolean> {
    return true;
  }

  override async noteWritten(accountIds: Iterable<string>): Promise<void> {
    this.written.push(...accountIds);
  }

  override rest(): void {
    this.rested += 1;
  }
}
