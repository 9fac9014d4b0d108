import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { object, oneOf, optional, text, type ValueOf } from '../../../reading/fields.ts';
import { listAudit, type ShownAuditRecord, SUBJECT_KINDS } from '../../../usecases/accounts/list-audit.ts';
import { answer, operation } from '../../operation.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';

const Query = object({
  ...NEWEST_FIELDS,
  subject_id: optional(
    text({ max: 100, description: 'Only changes of this store, key, shipment and so on.' }),
  ),
  subject_kind: optional(
    oneOf(SUBJECT_KINDS, { description: 'Only changes of objects of this kind.', examples: ['store'] }),
  ),
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
    order_id: orNull(textLike('CHAI-1001', 'The order number of the shipment; null for other objects.')),
    subject_name: orNull(textLike('Ravi', 'The name of the user or key; null for other objects.')),
    changes: Type.Unknown({
      description: 'Each changed field, with its values before and after.',
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
        summary: 'List the audit log',
        description: 'Every change of the account with its author, newest first.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the records, newest first.',
            Type.Object({
              data: Type.Array(AuditBody),
              meta: newestMeta({}),
            }),
          ),
        },
      }),
    },
    async ({ query, account }, reply) => {
      const page = {
        ...pageOf(query),
        subjectId: query.subject_id ?? null,
        subjectKind: query.subject_kind ?? null,
      };
      const found = await listAudit(account, page, clientOf(reply).signal);
      return { data: found.rows.map(auditBody), meta: newestMetaBody(query, found) };
    },
  );
}

function auditBody(record: ShownAuditRecord): Static<typeof AuditBody> {
  return {
    id: record.auditId,
    at: record.recordedAt.toISOString(),
    actor: record.actor,
    action: record.action,
    subject_kind: record.subjectKind,
    subject_id: record.subjectId,
    order_id: record.orderNumber,
    subject_name: record.subjectName,
    changes: record.changes,
  };
}
