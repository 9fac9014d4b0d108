import type { Actor } from './actor.ts';

/** One change of an account's data, as recorded. */
export interface AuditRecord {
  readonly auditId: string;
  readonly recordedAt: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly changes: Record<string, unknown>;
}
