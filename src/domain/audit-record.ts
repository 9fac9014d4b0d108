import type { Actor } from './actor.ts';

/** Kinds of objects that a change in the audit log can be about. */
export const SUBJECT_KINDS = [
  'account',
  'carrier_credential',
  'courier_account',
  'courier_word',
  'exchange',
  'file_profile',
  'import',
  'invoice',
  'job',
  'key',
  'manifest',
  'pickup',
  'rate_book',
  'request',
  'shipment',
  'shop',
  'store',
  'token',
  'user',
  'view',
  'warehouse',
  'weight_difference',
  'webhook',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export interface AuditRecord {
  readonly auditId: string;
  readonly recordedAt: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly changes: Record<string, unknown>;
}
