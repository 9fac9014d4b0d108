import type { Actor } from './actor.ts';

/** What a change is of. */
export const SUBJECT_KINDS = [
  'account',
  'carrier_credential',
  'exchange',
  'import',
  'job',
  'key',
  'manifest',
  'pickup',
  'rate_book',
  'shipment',
  'store',
  'token',
  'user',
  'warehouse',
  'weight_difference',
  'webhook',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** One change of an account's data, as recorded. */
export interface AuditRecord {
  readonly auditId: string;
  readonly recordedAt: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly changes: Record<string, unknown>;
}
