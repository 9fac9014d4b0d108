import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  list,
  object,
  oneOf,
  optional,
  pathParameters,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import { closeManifest, reopenManifest } from '../../../usecases/handover/close-manifest.ts';
import { createManifest } from '../../../usecases/handover/create-manifest.ts';
import {
  canReopen,
  getManifest,
  listAccountManifests,
  MANIFEST_STATES,
  printManifest,
  type ShownManifest,
} from '../../../usecases/handover/show-handover.ts';
import { takeOutOfManifest } from '../../../usecases/handover/take-out-of-manifest.ts';
import type { PaperParts } from '../../../usecases/papers/print-papers.ts';
import type { AccountContext } from '../../../usecases/service.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { encodeOnce } from '../../idempotent-answer.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { orNull, Time, textLike, words } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { sendPdf } from '../send-pdf.ts';
import { HANDOVER, HandoverRequest, handoverBody, wantedHandover } from './handover-fields.ts';

const PATH = '/manifests';
const ManifestPath = pathParameters({ id: uuid() }, 'Manifest');
const Query = object({ ...NEWEST_FIELDS, state: optional(oneOf(MANIFEST_STATES)) });
const TakeOut = object({
  shipment_ids: list(uuid({ of: 'a shipment' }), { min: 1, max: 1_000, nearMisses: ['ids', 'shipment_id'] }),
});
type OfManifest = { Params: ValueOf<typeof ManifestPath> };

const ManifestBody = Type.Object(
  {
    ...HANDOVER,
    state: words(
      'ManifestState',
      MANIFEST_STATES,
      '`closed`: handed over; its parcels are in no other manifest unless they are taken out. `expired`: its day ended without anybody closing it, so parcels that were not picked up wait again.',
    ),
    closed_at: Type.Union([Time, Type.Null()], {
      description: 'When it was marked as handed over.',
      examples: [null],
    }),
    closed_by: orNull(textLike('Farah', 'Who marked it as handed over.')),
    can_reopen: Type.Boolean({
      description: 'Whether `POST /manifests/{id}/reopen` can undo the handover.',
      examples: [false],
    }),
    parcels: Type.Integer({ examples: [1] }),
  },
  { title: 'Manifest' },
);

export function addManifests(api: FastifyInstance): void {
  addCreateManifest(api);
  addListManifests(api);
  addGetManifest(api);
  addCloseManifest(api);
  addReopenManifest(api);
  addTakeOut(api);
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
        summary: 'Create a manifest',
        description:
          'Lists the parcels that wait for the carrier at the warehouse and are in no other manifest: the oldest 1,000. The answer is the file. The header `Location` has the address of the manifest.',
        headerFields: IdempotencyHeader,
        body: HandoverRequest,
        answers: { 201: fileAnswer('A4 pages with a barcode for each parcel.', ['application/pdf']) },
        problems: ['unavailable'],
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const manifestId = await encodeOnce(request, {
        endpoint: PATH,
        encode: (made: { readonly manifestId: string }) => made.manifestId,
        run: (answerOf) => createManifest(account, wantedHandover(body), answerOf),
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
        summary: 'List manifests',
        description: 'Newest first.',
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
      const { state = null } = request.query;
      const found = await listAccountManifests(request.account, { ...pageOf(request.query), state });
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
        summary: 'Get a manifest',
        description: 'With its warehouse, carrier and number of parcels.',
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
        summary: 'Get a manifest as PDF',
        description: 'The same file that `POST /manifests` answered with.',
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
        summary: 'Close a manifest',
        description:
          'Confirms that the courier took its parcels. They no longer wait and go into no other manifest. Take out what the courier left behind with `POST /manifests/{id}/take-out`, or undo it with `POST /manifests/{id}/reopen`. Closing it again changes nothing.',
        params: ManifestPath,
        answers: { 200: answer('The manifest.', Type.Object({ data: ManifestBody })) },
      }),
    },
    async ({ account, params }) => ({ data: manifestBody(await closeManifest(account, params.id)) }),
  );
}

function addReopenManifest(api: FastifyInstance): void {
  api.post<OfManifest>(
    '/manifests/:id/reopen',
    {
      schema: operation({
        operationId: 'reopenManifest',
        tag: 'Handover',
        role: 'packer',
        restricted: 'by_warehouse',
        summary: 'Reopen a closed manifest',
        description:
          'Undoes the handover: its parcels wait again. Possible until the courier has scanned one of them. Reopening an open manifest changes nothing.',
        params: ManifestPath,
        answers: { 200: answer('The manifest.', Type.Object({ data: ManifestBody })) },
        problems: ['refused'],
      }),
    },
    async ({ account, params }) => ({ data: manifestBody(await reopenManifest(account, params.id)) }),
  );
}

function addTakeOut(api: FastifyInstance): void {
  api.post<OfManifest & { Body: ValueOf<typeof TakeOut> }>(
    '/manifests/:id/take-out',
    {
      schema: operation({
        operationId: 'takeOutOfManifest',
        tag: 'Handover',
        role: 'packer',
        restricted: 'by_warehouse',
        summary: 'Take parcels out of a manifest',
        description:
          'All of them or none. They wait again and can go into another manifest. A parcel that the courier has scanned cannot be taken out.',
        params: ManifestPath,
        body: TakeOut,
        answers: { 200: answer('The manifest without these parcels.', Type.Object({ data: ManifestBody })) },
      }),
    },
    async ({ account, params, body }) => ({
      data: manifestBody(await takeOutOfManifest(account, params.id, body.shipment_ids)),
    }),
  );
}

async function sendManifest(
  reply: FastifyReply,
  account: AccountContext & PaperParts,
  manifestId: string,
): Promise<FastifyReply> {
  return sendPdf(reply, `manifest-${manifestId}`, await printManifest(account, manifestId, clientOf(reply)));
}

function manifestBody(manifest: ShownManifest): Static<typeof ManifestBody> {
  return {
    ...handoverBody(manifest.manifestId, manifest),
    state: manifest.state,
    closed_at: manifest.closedAt?.toISOString() ?? null,
    closed_by: manifest.closedBy,
    can_reopen: canReopen(manifest),
    parcels: manifest.parcels,
  };
}
