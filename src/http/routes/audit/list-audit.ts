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
import { answer, operation } from '../../operation.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';

const Query = object({
  per_page: withDefault(wholeNumber({ atLeast: 1, atMost: 100 }), 20),
  before: optional(uuid({ description: '`meta.next_before` of the page before.' })),
  subject_id: optional(text({ max: 100, description: 'Only changes of this store, key, shipment ...' })),
});

const AuditBody = Type.Object(
  {
    id: Uuid,
    at: Time,
    actor: Type.Object({
      kind: words('ActorKind', ['key', 'user', 'operator', 'system', 'carrier']),
      id: orNull(textLike('01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d')),
      name: textLike('shop server'),
    }),
    action: textLike('store.updated'),
    subject_kind: textLike('store'),
    subject_id: textLike('01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d'),
    changes: Type.Unknown({
      description: 'Of each field that changed: before and after.',
      examples: [{ brand_name: { from: 'Chai', to: 'Chai & Co' } }],
    }),
  },
  { title: 'AuditRecord' },
);

export function addListAudit(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/audit',
    {
      schema: operation({
        operationId: 'listAudit',
        tag: 'Audit',
        role: 'viewer',
        summary: 'Who changed what, newest first',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the records, newest first.',
            Type.Object({
              data: Type.Array(AuditBody),
              meta: Type.Object({
                per_page: Type.Integer({ examples: [20] }),
                next_before: orNull(Uuid),
              }),
            }),
          ),
        },
      }),
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
