import { Argument, type Command } from 'commander';
import { OFFLINE_BEHAVIOUR_KINDS, type OfflineBehaviour } from '../carriers/offline/offline-ledger.ts';
import { OPERATOR } from '../domain/actor.ts';
import { refused } from '../problems/problem.ts';
import { configureOfflineCarrier } from '../usecases/booking/configure-offline-carrier.ts';
import { listCarriers } from '../usecases/rates/carriers.ts';
import {
  type CarrierCredential,
  createCarrierCredential,
  listEveryCarrierCredential,
  revokeCarrierCredential,
} from '../usecases/tracking/carrier-credentials.ts';
import { readName } from './command-names.ts';
import { withSession } from './command-session.ts';
import { readFutureDate } from './dates.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';

interface CreateOptions {
  carriers: string;
  name: string;
  expires?: string;
  json?: boolean;
}

interface BehaveOptions {
  account: string;
  carrier?: string;
  pincode?: string;
  milliseconds?: string;
  json?: boolean;
}

/** The argument that ends all simulated failures. */
const WELL = 'well';
const LONGEST_MS = 600_000;

export function addCarrierCommands(program: Command): void {
  const carrier = program
    .command('carrier')
    .description(
      'manage carriers, their credentials for scans, and simulated failures; see docs/reference/scans.md',
    );

  carrier
    .command('list')
    .description('list the carriers of the default rate book or of an account, with their ids')
    .option('--account <id>', 'only the carriers that this account gets quotes from')
    .option('--json', 'print [{"carrier_id","name","code","service_level","mode","own","offered"}]')
    .action(listOf);

  const credential = carrier.command('credential').description('create, list and revoke carrier credentials');

  credential
    .command('create')
    .description('create a credential for POST /carrier-events, which is shown only once')
    .requiredOption(
      '--carriers <ids>',
      'the carriers whose shipments it can change, as shown by `carrier list`, such as k4tq9m2x,h7vd3r8c',
    )
    .option('--name <name>', "a name for it, such as the courier's", 'carrier credential')
    .option('--expires <date>', 'when it expires, such as 2027-03-31 or 2027-03-31T18:30:00Z')
    .option('--json', 'print {"credential_id","credential"}')
    .action(create);

  credential
    .command('list')
    .description('list carrier credentials, oldest first; the secrets are never shown')
    .option(
      '--json',
      'print [{"credential_id","name","carriers","created_at","expires_at","revoked_at","last_used_at"}]',
    )
    .action(list);

  credential
    .command('revoke')
    .description('revoke a carrier credential; it stops working within a second')
    .argument('<credential id>', 'as shown by `carrier credential list`')
    .option('--json', 'print {"credential_id","revoked":true}')
    .action(revoke);

  carrier
    .command('behave')
    .description(`simulate failures of couriers for the bookings of an account; ${WELL} ends all of them`)
    .addArgument(new Argument('<how>', 'the way').choices([...OFFLINE_BEHAVIOUR_KINDS, WELL]))
    .requiredOption('--account <id>', 'the account')
    .option('--carrier <id>', 'only for this carrier')
    .option('--pincode <pincode>', 'only for this destination')
    .option('--milliseconds <n>', 'how slow', '3000')
    .option('--json', 'print [{"kind","carrier_id","pincode","milliseconds"}]: all simulated failures')
    .action(behave);
}

async function listOf(options: { account?: string; json?: boolean }): Promise<void> {
  const accountId = options.account === undefined ? null : readId(options.account, 'an account');
  await withSession(options.json === true, async ({ service, output }) => {
    const carriers = await listCarriers(service, accountId);
    output.result(
      carriers.map((carrier) => ({
        carrier_id: carrier.carrierId,
        name: carrier.name,
        code: carrier.code,
        service_level: carrier.serviceLevel,
        mode: carrier.mode,
        own: carrier.isOwn,
        offered: carrier.isOffered,
      })),
      table(
        ['CARRIER', 'LEVEL', 'MODE', 'BOOK', 'OFFERED', 'NAME'],
        carriers.map(({ carrierId, serviceLevel, mode, isOwn, isOffered, name }) => [
          carrierId,
          serviceLevel,
          mode,
          isOwn ? 'own' : 'default',
          isOffered ? 'yes' : 'no',
          name,
        ]),
      ),
    );
  });
}

async function create(options: CreateOptions): Promise<void> {
  const name = readName(options.name);
  const carrierIds = options.carriers
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const expiresAt = options.expires === undefined ? null : readFutureDate('--expires', options.expires);
  await withSession(options.json === true, async ({ service, output }) => {
    const { credentialId, credential } = await createCarrierCredential(service, OPERATOR, {
      name,
      carrierIds,
      expiresAt,
    });
    output.result(
      { credential_id: credentialId, credential },
      `Credential id  ${credentialId}\nCredential     ${credential}\n               (shown only once)`,
    );
  });
}

async function list(options: { json?: boolean }): Promise<void> {
  await withSession(options.json === true, async ({ service, output }) => {
    const credentials = (await listEveryCarrierCredential(service)).map(credentialBody);
    const rows = credentials.map((row) => [
      row.credential_id,
      row.revoked_at ? 'revoked' : 'active',
      row.expires_at ?? 'never',
      row.last_used_at ?? 'never',
      row.carriers.join(','),
      row.name,
    ]);
    output.result(
      credentials,
      table(['CREDENTIAL', 'STATE', 'EXPIRES', 'LAST USED', 'CARRIERS', 'NAME'], rows),
    );
  });
}

async function revoke(id: string, options: { json?: boolean }): Promise<void> {
  const credentialId = readId(id, 'a carrier credential');
  await withSession(options.json === true, async ({ service, output }) => {
    await revokeCarrierCredential(service, OPERATOR, credentialId);
    output.result(
      { credential_id: credentialId, revoked: true },
      `Carrier credential ${credentialId} is revoked`,
    );
  });
}

async function behave(how: string, options: BehaveOptions): Promise<void> {
  const accountId = readId(options.account, 'an account');
  const behaviour = readBehaviour(how, options);
  await withSession(options.json === true, async ({ service, output }) => {
    const configured = await configureOfflineCarrier(service, accountId, behaviour);
    output.result(
      configured.map(({ kind, carrierId, pincode, milliseconds }) => ({
        kind,
        carrier_id: carrierId,
        pincode,
        milliseconds,
      })),
      configured.length === 0
        ? 'No failures are simulated'
        : table(
            ['HOW', 'CARRIER', 'PINCODE', 'MILLISECONDS'],
            configured.map(({ kind, carrierId, pincode, milliseconds }) => [
              kind,
              carrierId ?? 'any',
              pincode ?? 'any',
              kind === 'slow' ? String(milliseconds) : '',
            ]),
          ),
    );
  });
}

function readBehaviour(how: string, options: BehaveOptions): OfflineBehaviour | null {
  const kind = OFFLINE_BEHAVIOUR_KINDS.find((known) => known === how);
  if (kind === undefined) return null;
  const { carrier = null, pincode = null } = options;
  if (pincode !== null && !/^[1-9]\d{5}$/.test(pincode)) {
    throw refused('--pincode must be a 6-digit pincode');
  }
  const milliseconds = kind === 'slow' ? Number(options.milliseconds) : 0;
  if (!Number.isInteger(milliseconds) || milliseconds < 0 || milliseconds > LONGEST_MS) {
    throw refused(`--milliseconds must be a whole number from 0 to ${LONGEST_MS}`);
  }
  return { kind, carrierId: carrier, pincode, milliseconds };
}

function credentialBody(credential: CarrierCredential) {
  return {
    credential_id: credential.credentialId,
    name: credential.name,
    carriers: credential.carrierIds,
    created_at: credential.createdAt.toISOString(),
    expires_at: credential.expiresAt?.toISOString() ?? null,
    revoked_at: credential.revokedAt?.toISOString() ?? null,
    last_used_at: credential.lastUsedAt?.toISOString() ?? null,
  };
}
