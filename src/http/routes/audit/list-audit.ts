import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { AuditRecord } from '../../../domain/audit-record.ts';
import {
  object,
  optional,
  text,
  uuid,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import { listAudit } from '../../../usecases/accounts/list-audit.ts';

const Query = object({
  per_page: withDefault(wholeNumber({ atLeast: 1, atMost: 100 }), 20),
  before: optional(uuid({ description: '`meta.next_before` of the page before.' })),
  subject_id: optional(text({ max: 100, description: 'Only changes of this store, key, shipment ...' })),
});

const AuditBody = Type.Object({
  id: Type.String({ format: 'uuid' }),
  at: Type.String({ format: 'date-time' }),
  actor: Type.Object({
    kind: Type.String({ enum: ['key', 'user', 'operator', 'system', 'carrier'] }),
    id: Type.Union([Type.String(), Type.Null()]),
    name: Type.String(),
  }),
  action: Type.String(),
  subject_kind: Type.String(),
  subject_id: Type.String(),
  changes: Type.Unknown(),
});

export function addListAudit(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/audit',
    {
      schema: {
        tags: ['Audit'],
        summary: 'Who changed what, newest first',
        querystring: Query,
        response: {
          200: Type.Object({
            data: Type.Array(AuditBody),
            meta: Type.Object({
              per_page: Type.Integer(),
              next_before: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
            }),
          }),
        },
      },
    },
    async (request) => {
      const { per_page, before, subject_id } = request.query;
      const { records, next } = await listAudit(request.account, {
        limit: per_page,
        before: before ?? null,
        subjectId: subject_id ?? null,
      });
      return { data: records.map(auditBody), meta: { per_page, next_before: next } };
    },
  );
}

function auditBody(record: AuditRecord): Static<typeof AuditBody> {
  return {
    id: record.auditId,
    at: record.recordedAt.toISOString(),
    actor: record.actor,
    action: record.action,
    subject_kind: record.subjectKind,
    subject_id: record.subjectId,
    changes: record.changes,
  };
}
