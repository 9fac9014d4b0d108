import type { FastifyInstance } from 'fastify';
import {
  earliestTime,
  list,
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import { MUST_BE_PINCODE } from '../../../reading/text.ts';
import { isWholeService } from '../../../usecases/accounts/check-operator.ts';
import {
  configureOfflineCarrier,
  type OfflineBehaviour,
} from '../../../usecases/booking/configure-offline-carrier.ts';
import { listCarriers } from '../../../usecases/rates/carriers.ts';
import {
  createCarrierCredential,
  listEveryCarrierCredential,
  revokeCarrierCredential,
} from '../../../usecases/tracking/carrier-credentials.ts';
import { allWords } from '../../all-words.ts';
import { operatorOperation } from '../../operation.ts';
import { futureDate } from './future-date.ts';
import { WHOLE_SERVICE_CONFIG } from './whole-service.ts';

const carrierId = text({ max: 40, description: 'As `carrier list` shows it.' });
const NewCredential = object({
  carriers: list(carrierId, {
    min: 1,
    max: 1_000,
    description:
      'The carriers whose shipments it can change, as `carrier list` shows them, such as k4tq9m2x,h7vd3r8c.',
  }),
  name: withDefault(
    text({ max: 200, description: "A name for it, such as the courier's." }),
    'carrier credential',
  ),
  expires: optional(earliestTime({ description: 'When it expires, such as 2027-03-31.' })),
});
const CredentialPath = pathParameters({ id: uuid() }, 'Carrier credential');
const HOW = allWords<OfflineBehaviour['kind'] | 'well'>({
  refuse: true,
  lose_request: true,
  lose_answer: true,
  slow: true,
  twice: true,
  well: true,
});
const Failure = object({
  how: oneOf(HOW, { description: 'The way; `well` ends all of them.' }),
  carrier: optional(carrierId),
  pincode: optional(
    text({
      max: 20,
      check: (pincode) => /^[1-9]\d{5}$/.test(pincode),
      checkSentence: MUST_BE_PINCODE,
      mayBeNumber: true,
      description: 'Only for this destination.',
    }),
  ),
  milliseconds: withDefault(wholeNumber({ atLeast: 0, atMost: 600_000, description: 'How slow.' }), 3_000),
});

export function addOperatorCarriers(operator: FastifyInstance): void {
  operator.get(
    '/carriers',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'listEveryCarrier',
        summary:
          'List the carriers of the default rate book, or those that an account gets quotes from, with their ids',
      }),
    },
    async ({ account }) => ({
      data: (await listCarriers(account, isWholeService(account) ? null : account.accountId)).map(
        (carrier) => ({
          carrier_id: carrier.carrierId,
          service_level: carrier.serviceLevel,
          mode: carrier.mode,
          own: carrier.isOwn,
          offered: carrier.isOffered,
          name: carrier.name,
          code: carrier.code,
        }),
      ),
    }),
  );
  operator.post<{ Body: ValueOf<typeof NewCredential> }>(
    '/carrier-credentials',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'createCarrierCredential',
        summary: 'Create a credential for POST /carrier-events, which is shown only once',
        body: NewCredential,
      }),
    },
    async ({ account, body }) => {
      const { name, carriers, expires } = body;
      const expiresAt = expires === undefined ? null : futureDate('expires', expires, account.now());
      const terms = { name, carrierIds: carriers, expiresAt };
      const { credentialId, credential } = await createCarrierCredential(account, account.actor, terms);
      return { data: { credential_id: credentialId, credential } };
    },
  );
  operator.get(
    '/carrier-credentials',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'listCarrierCredentials',
        summary: 'List carrier credentials, oldest first; the secrets are never shown',
      }),
    },
    async ({ account }) => ({
      data: (await listEveryCarrierCredential(account)).map((credential) => ({
        credential_id: credential.credentialId,
        name: credential.name,
        carriers: credential.carrierIds,
        created_at: credential.createdAt.toISOString(),
        expires_at: credential.expiresAt?.toISOString() ?? null,
        revoked_at: credential.revokedAt?.toISOString() ?? null,
        last_used_at: credential.lastUsedAt?.toISOString() ?? null,
      })),
    }),
  );
  operator.delete<{ Params: ValueOf<typeof CredentialPath> }>(
    '/carrier-credentials/:id',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'revokeCarrierCredential',
        summary: 'Revoke a carrier credential; it stops working within a second',
        params: CredentialPath,
      }),
    },
    async ({ account, params }) => {
      await revokeCarrierCredential(account, account.actor, params.id);
      return { data: { credential_id: params.id, revoked: true } };
    },
  );
  operator.post<{ Body: ValueOf<typeof Failure> }>(
    '/offline-failures',
    {
      schema: operatorOperation({
        operationId: 'configureOfflineCarrier',
        summary: 'Simulate failures of couriers for the bookings of an account',
        body: Failure,
      }),
    },
    async ({ account, body }) => {
      const { how, carrier = null, pincode = null, milliseconds } = body;
      const behaviour =
        how === 'well'
          ? null
          : { kind: how, carrierId: carrier, pincode, milliseconds: how === 'slow' ? milliseconds : 0 };
      const configured = await configureOfflineCarrier(account, account.accountId, behaviour);
      return {
        data: configured.map((failure) => ({
          kind: failure.kind,
          carrier_id: failure.carrierId,
          pincode: failure.pincode,
          milliseconds: failure.milliseconds,
        })),
      };
    },
  );
}
