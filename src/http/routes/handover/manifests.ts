import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import { object, pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { createManifest } from '../../../usecases/handover/create-manifest.ts';
import {
  getManifest,
  listAccountManifests,
  printManifest,
  type ShownManifest,
} from '../../../usecases/handover/show-handover.ts';
import { answerOnce } from '../../../usecases/idempotency.ts';
import type { AccountContext } from '../../../usecases/service.ts';
import { IdempotencyHeader, readIdempotencyKey } from '../../idempotency.ts';
import { clientOf, sendFile } from '../../long-answer.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { words } from '../../schemas.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { HANDOVER, HandoverRequest, handoverBody, wantedHandover } from './handover-fields.ts';

const PATH = '/manifests';
const ManifestPath = pathParameters({ id: uuid() }, 'Manifest');
const Query = object(NEWEST_FIELDS);
type OfManifest = { Params: ValueOf<typeof ManifestPath> };

const ManifestBody = Type.Object(
  {
    ...HANDOVER,
    state: words(
      'ManifestState',
      ['open', 'closed'],
      '`closed`: its day is over, and what was not picked up may stand in another one.',
    ),
    parcels: Type.Integer({ examples: [1] }),
  },
  { title: 'Manifest' },
);

/** Contract: many orders at once, manifests. */
export function addManifests(api: FastifyInstance): void {
  addCreateManifest(api);
  addListManifests(api);
  addGetManifest(api);
}

function addCreateManifest(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof HandoverRequest> }>(
    PATH,
    {
      schema: operation({
        operationId: 'createManifest',
        tag: 'Handover',
        summary: 'Make a manifest of the parcels that a carrier is to take with it',
        description:
          'Of those that wait for the carrier at the warehouse and stand in no open manifest, the oldest 1,000. The answer is the file; its `Location` leads to the manifest.',
        headerFields: IdempotencyHeader,
        body: HandoverRequest,
        answers: { 201: fileAnswer('A4 pages with a barcode for each parcel.', ['application/pdf']) },
        problems: ['unavailable'],
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const once = readIdempotencyKey(request, PATH);
      const encode = ({ manifestId }: { manifestId: string }) => manifestId;
      const manifestId = await answerOnce(account, { once, encode }, (told) =>
        createManifest(account, wantedHandover(body), told),
      );
      reply.code(201).header('location', `/custom/api/v1${PATH}/${manifestId}`);
      return sendManifest(reply, account, manifestId);
    },
  );
}

function addListManifests(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    PATH,
    {
      schema: operation({
        operationId: 'listManifests',
        tag: 'Handover',
        summary: 'The manifests of the account, newest first',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the manifests.',
            Type.Object({ data: Type.Array(ManifestBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async (request) => {
      const found = await listAccountManifests(request.account, pageOf(request.query));
      return { data: found.rows.map(manifestBody), meta: newestMetaBody(request.query, found) };
    },
  );
}

function addGetManifest(api: FastifyInstance): void {
  api.get<OfManifest>(
    '/manifests/:id',
    {
      schema: operation({
        operationId: 'getManifest',
        tag: 'Handover',
        summary: 'One manifest',
        params: ManifestPath,
        answers: { 200: answer('The manifest.', Type.Object({ data: ManifestBody })) },
      }),
    },
    async ({ account, params }) => ({ data: manifestBody(await getManifest(account, params.id)) }),
  );
  api.get<OfManifest>(
    '/manifests/:id/manifest.pdf',
    {
      schema: operation({
        operationId: 'getManifestFile',
        tag: 'Handover',
        summary: 'The file of a manifest again',
        params: ManifestPath,
        answers: { 200: fileAnswer('A4 pages with a barcode for each parcel.', ['application/pdf']) },
        problems: ['unavailable'],
      }),
    },
    async ({ account, params }, reply) => sendManifest(reply, account, params.id),
  );
}

/** It holds names: no cache may keep it. */
async function sendManifest(
  reply: FastifyReply,
  account: AccountContext,
  manifestId: string,
): Promise<FastifyReply> {
  const headers = {
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="manifest-${manifestId}.pdf"`,
    'x-content-type-options': 'nosniff',
  };
  return sendFile(reply, headers, await printManifest(account, manifestId, clientOf(reply)));
}

function manifestBody(manifest: ShownManifest): Static<typeof ManifestBody> {
  return {
    ...handoverBody(manifest.manifestId, manifest),
    state: manifest.isOpen ? 'open' : 'closed',
    parcels: manifest.parcels,
  };
}
