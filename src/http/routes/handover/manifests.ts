import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { object, pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { closeManifest } from '../../../usecases/handover/close-manifest.ts';
import { createManifest } from '../../../usecases/handover/create-manifest.ts';
import {
  getManifest,
  listAccountManifests,
  printManifest,
  type ShownManifest,
} from '../../../usecases/handover/show-handover.ts';
import type { AccountContext } from '../../../usecases/service.ts';
import { tellOnce } from '../../answer-once.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { clientOf } from '../../long-answer.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { Time, words } from '../../schemas.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { sendPdf } from '../send-pdf.ts';
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
      '`closed`: its day is over, or it was closed before; what was not picked up may stand in another one.',
    ),
    closed_at: Type.Union([Time, Type.Null()], {
      description: 'When it was closed before its day was over.',
      examples: [null],
    }),
    parcels: Type.Integer({ examples: [1] }),
  },
  { title: 'Manifest' },
);

/** Contract: many orders at once, manifests. */
export function addManifests(api: FastifyInstance): void {
  addCreateManifest(api);
  addListManifests(api);
  addGetManifest(api);
  addCloseManifest(api);
}

function addCreateManifest(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof HandoverRequest> }>(
    PATH,
    {
      schema: operation({
        operationId: 'createManifest',
        tag: 'Handover',
        role: 'packer',
        restricted: 'by_warehouse',
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
      const manifestId = await tellOnce(request, {
        endpoint: PATH,
        encode: (made: { readonly manifestId: string }) => made.manifestId,
        run: (told) => createManifest(account, wantedHandover(body), told),
      });
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
        role: 'viewer',
        restricted: 'by_warehouse',
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
        role: 'viewer',
        restricted: 'by_warehouse',
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
        role: 'viewer',
        restricted: 'by_warehouse',
        summary: 'The file of a manifest again',
        params: ManifestPath,
        answers: { 200: fileAnswer('A4 pages with a barcode for each parcel.', ['application/pdf']) },
        problems: ['unavailable'],
      }),
    },
    async ({ account, params }, reply) => sendManifest(reply, account, params.id),
  );
}

function addCloseManifest(api: FastifyInstance): void {
  api.post<OfManifest>(
    '/manifests/:id/close',
    {
      schema: operation({
        operationId: 'closeManifest',
        tag: 'Handover',
        role: 'packer',
        restricted: 'by_warehouse',
        summary: 'Close a manifest before its day is over',
        description:
          'What was left behind may then stand in another one. A manifest that is closed stays as it is.',
        params: ManifestPath,
        answers: { 200: answer('The manifest.', Type.Object({ data: ManifestBody })) },
      }),
    },
    async ({ account, params }) => ({ data: manifestBody(await closeManifest(account, params.id)) }),
  );
}

async function sendManifest(
  reply: FastifyReply,
  account: AccountContext,
  manifestId: string,
): Promise<FastifyReply> {
  return sendPdf(reply, `manifest-${manifestId}`, await printManifest(account, manifestId, clientOf(reply)));
}

function manifestBody(manifest: ShownManifest): Static<typeof ManifestBody> {
  return {
    ...handoverBody(manifest.manifestId, manifest),
    state: manifest.isOpen ? 'open' : 'closed',
    closed_at: manifest.closedAt?.toISOString() ?? null,
    parcels: manifest.parcels,
  };
}
