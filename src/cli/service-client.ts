import { realpath } from 'node:fs/promises';
import { type Config, isGiven } from '../config.ts';
import { Problem } from '../problems/problem.ts';
import { saidByPartner } from '../problems/sentence.ts';
import { StartupError } from '../problems/startup-error.ts';
import { isThisMachine } from '../service/listening-address.ts';
import {
  closedEntry,
  databaseName,
  type KnownService,
  knownServices,
  onOneDatabase,
} from '../service/running-services.ts';

/** How a command reaches the running service. */
export interface ServiceAddress {
  readonly url: string;
  readonly operatorToken: string;
  /** Whether the service made the credential at its start, and will make another at the next. */
  readonly isOfThisStart: boolean;
  /** Names the service's database if the operator may have meant another one; otherwise null. */
  readonly note: string | null;
}

export interface ServiceRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The account for which the operator acts; null for the whole service. */
  readonly accountId: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob | FormData | ReadableStream;
  readonly signal?: AbortSignal;
}

/** @throws StartupError as `knownService`, and if no service runs */
export async function findService(config: Config): Promise<ServiceAddress> {
  const found = await knownService(config);
  if (found !== null) return found;
  const { sentence, remedy } = await noService(config);
  throw new StartupError(`${sentence}: ${remedy}`);
}

/** Says that no service runs, and what to do. */
export async function noService(config: Config): Promise<{ sentence: string; remedy: string }> {
  const given = await namedDatabase(config);
  return {
    sentence: `No service runs ${given === null ? 'from this installation' : `on ${given}`}`,
    remedy: 'start it with `npm start`, or set SERVICE_URL and OPERATOR_TOKEN for one on another machine',
  };
}

/**
 * Finds the running service: at `SERVICE_URL`, or else the one of this installation, whose entry in `RUN_DIR`
 * has its address and, unless OPERATOR_TOKEN sets it, the operator's credential. Null if there is none.
 *
 * @throws StartupError if several run on different databases, or the credential is missing, belongs to another
 * user, or would be sent unencrypted
 */
export async function knownService(config: Config): Promise<ServiceAddress | null> {
  const { serviceUrl, operatorToken, runDir } = config;
  if (serviceUrl !== null) {
    if (operatorToken === null)
      throw new StartupError('SERVICE_URL needs OPERATOR_TOKEN, as that service has it');
    assertPrivate(serviceUrl);
    return { url: serviceUrl, operatorToken, isOfThisStart: false, note: null };
  }
  const given = await namedDatabase(config);
  const usual = databaseName({ dataDir: await folderOf(config), server: null });
  const found = chooseService({ given, usual, operatorToken }, await knownServices(runDir));
  if (found !== null) return found;
  const closed = await closedEntry(runDir);
  if (closed === null) return null;
  throw new StartupError(
    `The file ${closed} of a service belongs to another user: run this as that user or as root`,
  );
}

/** @throws StartupError if a network between would see the credential */
function assertPrivate(serviceUrl: string): void {
  const { protocol, hostname } = new URL(serviceUrl);
  if (protocol === 'https:' || isThisMachine(hostname)) return;
  throw new StartupError(
    `SERVICE_URL ${serviceUrl} would send the operator's credential unencrypted: use https, or an SSH tunnel to this machine`,
  );
}

/** Returns the name of the database that the operator's settings name; null if they name none. */
async function namedDatabase(config: Config): Promise<string | null> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl === null) {
    return isGiven('dataDir') ? databaseName({ dataDir: await folderOf(config), server: null }) : null;
  }
  // Few commands need it, and it loads the driver of PostgreSQL.
  const { serverName } = await import('../service/server-name.ts');
  return databaseName({ dataDir: null, server: serverName(databaseDirectUrl ?? databaseUrl) });
}

function folderOf({ dataDir }: Config): Promise<string> {
  return realpath(dataDir).catch(() => dataDir);
}

/**
 * Chooses among the services of this installation.
 *
 * @param own the databases' names: `given` by the operator, or null; `usual` without any settings; and the
 * command's own OPERATOR_TOKEN, which a service with such a setting needs
 * @throws StartupError if they run on several databases, or need an OPERATOR_TOKEN
 */
export function chooseService(
  { given, usual, operatorToken: own }: { given: string | null; usual: string; operatorToken: string | null },
  services: readonly KnownService[],
): ServiceAddress | null {
  const running = services.filter(({ isRunning }) => isRunning);
  const meant = onOneDatabase(running.filter((one) => given === null || databaseName(one) === given));
  for (const service of meant) {
    const { url, operatorToken, dataDir, pid } = service;
    const credential = operatorToken ?? own;
    if (url === null || credential === null) continue;
    const name = databaseName(service);
    const isExpected = given !== null || dataDir === null || name === usual;
    const note = `Working on ${name}, of the service that runs from this installation (process ${pid})`;
    return {
      url,
      operatorToken: credential,
      isOfThisStart: operatorToken !== null,
      note: isExpected ? null : note,
    };
  }
  const listening = meant.find(({ url }) => url !== null);
  if (listening === undefined) return null;
  throw new StartupError(
    `The service (process ${listening.pid}) has an OPERATOR_TOKEN: set OPERATOR_TOKEN to the same for this command`,
  );
}

/** Sends a request as the operator. @throws Problem with the service's sentences; StartupError without an answer */
export async function callService(
  { url, operatorToken, isOfThisStart }: ServiceAddress,
  { method, path, accountId, headers, body, signal }: ServiceRequest,
): Promise<Response> {
  const credential = accountId === null ? operatorToken : `${operatorToken}/${accountId}`;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${credential}`, ...headers },
    redirect: 'manual',
    // A stream is sent while it is read.
    ...(body === undefined ? {} : { body, duplex: 'half' as const }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new StartupError(`The service at ${url} does not answer: see its log`, { cause: error });
  });
  if (answer.status < 400) return answer;
  const text = await answer.text();
  const sentences =
    answer.status !== 401
      ? sentencesOf(answer.status, text, url)
      : isOfThisStart
        ? ['The service has started again: run the command again']
        : [`The service at ${url} refuses the credential: set OPERATOR_TOKEN as that service has it`];
  throw new Problem('refused', sentences.map(saidByPartner));
}

function sentencesOf(status: number, text: string, url: string): readonly string[] {
  try {
    const { errors } = JSON.parse(text) as { errors?: unknown };
    if (Array.isArray(errors) && errors.length > 0) return errors.map(String);
  } catch {
    // A proxy may answer with a page.
  }
  return [`The service at ${url} answers ${status}`];
}
