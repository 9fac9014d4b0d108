import { resolve } from 'node:path';
import { RUN_FOLDER } from './package-root.ts';
import { StartupError } from './problems/startup-error.ts';

/** All settings of an operator, read and checked once at start. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The operator's own PostgreSQL; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The address of the same server without the pooler of `databaseUrl`; null if there is no pooler. */
  readonly databaseDirectUrl: string | null;
  /** A streaming replica for reads; null if there is no replica. */
  readonly databaseReadUrl: string | null;
  readonly databaseConnections: number;
  /** The data folder of the embedded PostgreSQL, absolute. */
  readonly dataDir: string;
  /** The folder where services write their pid files, for commands; absolute. */
  readonly runDir: string;
  /** Creates a demo account at the first start on an empty embedded database. */
  readonly demo: boolean;
  readonly logLevel: string;
  /** The address that clients use, without a slash at the end; null for the listening address. */
  readonly publicUrl: string | null;
  /** Requests per key in 5 minutes; 0 for no limit. */
  readonly rateLimit: number;
  /** The proxies that may set `X-Forwarded-For`: see Fastify's `trustProxy`. */
  readonly trustProxy: boolean | string[];
  readonly metricsToken: string | null;
  /** The credential of the operator's commands; null makes a new one at each start. */
  readonly operatorToken: string | null;
  /** For commands: the address of a service on another machine; null finds one on this machine. */
  readonly serviceUrl: string | null;
  readonly labelLinkHours: number;
  /** The operator's own pincode directory; null for the built-in one. */
  readonly pincodesFile: string | null;
  readonly morePincodesFile: string | null;
  /** The operator's own list of holidays; null for the built-in one. */
  readonly holidaysFile: string | null;
  readonly rateBooksMb: number;
  readonly listingMemoryMb: number;
  readonly drainSeconds: number;
  /** The SMTP server; null sends no emails. */
  readonly smtpUrl: string | null;
  /** The sender of emails; null derives it from the other settings. */
  readonly messageFrom: string | null;
  /** Files that describe the gateways of SMS and WhatsApp; null sends no such messages. */
  readonly smsGatewayFile: string | null;
  readonly smsGatewayKey: string | null;
  readonly whatsappGatewayFile: string | null;
  readonly whatsappGatewayKey: string | null;
  /** Private networks that webhooks may be sent to, in addition to the public internet. */
  readonly webhookAllow: string[];
  /** Private networks where couriers may be, in addition to the public internet. */
  readonly courierAllow: string[];
  /** Encrypts stored secrets; null uses the key in the data folder of the embedded PostgreSQL. */
  readonly secretsKey: string | null;
}

/** A setting: its row in the table of settings, and the function that reads its text. */
interface Setting<T> {
  readonly variable: string;
  readonly fallback: string;
  readonly meaning: string;
  /** Throws an error for an invalid text; its message is a sentence without the variable's name. */
  readonly read: (text: string) => T;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** The settings, in the order of the table in docs/reference/settings.md. */
export const SETTINGS = {
  port: setting('PORT', '8080', 'TCP port to listen on; 0 takes a free one', wholeNumber(0, 65_535)),
  host: setting('HOST', '127.0.0.1', 'address to listen on; `0.0.0.0` for every interface', text),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'connection string of your own PostgreSQL 15 or newer; empty starts the embedded one',
    optional(postgresUrl),
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    '',
    'the same database without the pooler, if `DATABASE_URL` is a PgBouncer in transaction mode: for jobs, migrations and commands (docs/how-to/run-many-machines.md); empty uses `DATABASE_URL`',
    optional(postgresUrl),
  ),
  databaseReadUrl: setting(
    'DATABASE_READ_URL',
    '',
    'a streaming replica of the database, for listings, exports, figures, tracking pages and labels (docs/how-to/run-many-machines.md); the same in every process and command; empty reads from `DATABASE_URL`',
    optional(postgresUrl),
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    '20',
    'the most database connections of one process for requests, at least 5; background work opens up to 8 more, and imports of rates by the operator two',
    wholeNumber(5, 500),
  ),
  dataDir: setting('DATA_DIR', './.data', 'folder of the embedded PostgreSQL', (value) => resolve(value)),
  runDir: setting(
    'RUN_DIR',
    '',
    "folder in which a running service tells commands about its database; empty uses `.running` in Dakiya's folder",
    (value) => (value === '' ? RUN_FOLDER : resolve(value)),
  ),
  demo: setting('DEMO', '1', '`0` creates no demo account on the first start', flag),
  logLevel: setting('LOG_LEVEL', 'info', `one of ${LOG_LEVELS.join(', ')}`, oneOf(LOG_LEVELS)),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    'the public address, for links in answers and messages; empty uses the listening address',
    optional(publicUrl),
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    '3000',
    'requests per credential in 5 minutes, over all processes (requests to other processes count after a second); `0` means no limit',
    wholeNumber(0, 1_000_000_000),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    '',
    'addresses or networks of your proxies, comma-separated, whose `X-Forwarded-For` is trusted; `1` trusts every proxy; if empty, all clients behind a proxy share one rate limit',
    proxies,
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    "bearer token for `/metrics` from other machines; callers on this machine need none. Requests through a proxy on this machine are refused if their headers or host show the proxy. nginx's bare `proxy_pass` shows nothing: block `/metrics` there",
    optional(text),
  ),
  operatorToken: setting(
    'OPERATOR_TOKEN',
    '',
    "credential of the operator's commands, at least 32 characters (`openssl rand -hex 32`), for commands on another machine; it opens every account, so keep it as safe as the database; commands on this machine need it too; empty makes a new one at each start, which only commands of the same user on this machine can read",
    optional(longSecret),
  ),
  serviceUrl: setting(
    'SERVICE_URL',
    '',
    'only for commands: the address of a service on another machine, whose `OPERATOR_TOKEN` they need too: HTTPS, or an SSH tunnel (docs/how-to/manage-accounts-and-keys.md); empty finds the service on this machine',
    optional(publicUrl),
  ),
  pincodesFile: setting(
    'PINCODES_FILE',
    '',
    'pincode directory instead of `data/pincodes.csv`, with the same columns; read at start',
    optional((value) => resolve(value)),
  ),
  morePincodesFile: setting(
    'MORE_PINCODES_FILE',
    '',
    'pincodes in addition to those of the directory, with the same columns; a pincode of both is as in this file; read at start',
    optional((value) => resolve(value)),
  ),
  holidaysFile: setting(
    'HOLIDAYS_FILE',
    '',
    'holidays instead of `data/holidays.in.json`, in the same format; read at start',
    optional((value) => resolve(value)),
  ),
  rateBooksMb: setting(
    'RATE_BOOKS_MB',
    '128',
    'memory in MB for the rate books of accounts with their own rates; the least recently used are read again when needed',
    wholeNumber(8, 100_000),
  ),
  listingMemoryMb: setting(
    'LISTING_MEMORY_MB',
    '256',
    'memory in MB for the listings of accounts with 20,000 shipments or more, about 120 MB for a million; the least recently used are read again when needed; `0` answers everything with SQL, which takes up to a second for a million',
    wholeNumber(0, 100_000),
  ),
  labelLinkHours: setting(
    'LABEL_LINK_HOURS',
    '168',
    'hours until a link to a label expires',
    wholeNumber(1, 8_760),
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    '4',
    'seconds before a stop in which `/ready` answers 503 while requests are still served; only if something has read `/ready` twice in the last minute',
    wholeNumber(0, 300),
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'SMTP server for emails to customers, such as `smtp://user:password@host:587`; without it and the gateways below, messages are only recorded',
    optional(smtpUrl),
  ),
  messageFrom: setting(
    'MESSAGE_FROM',
    '',
    'address that emails come from; empty uses the SMTP user if it is an address, otherwise `no-reply@` and the host of `PUBLIC_URL`',
    optional(emailAddress),
  ),
  smsGatewayFile: setting(
    'SMS_GATEWAY_FILE',
    '',
    'file that describes your SMS provider, such as `examples/gateways/msg91-sms.json`',
    optional((value) => resolve(value)),
  ),
  smsGatewayKey: setting('SMS_GATEWAY_KEY', '', 'credential for `{{key}}` in that file', optional(text)),
  whatsappGatewayFile: setting(
    'WHATSAPP_GATEWAY_FILE',
    '',
    'the same for WhatsApp, such as `examples/gateways/whatsapp-cloud.json`',
    optional((value) => resolve(value)),
  ),
  whatsappGatewayKey: setting(
    'WHATSAPP_GATEWAY_KEY',
    '',
    'credential for `{{key}}` in that file',
    optional(text),
  ),
  webhookAllow: setting(
    'WEBHOOK_ALLOW',
    '',
    'networks or addresses, comma-separated, that webhooks and requests to shops can go to in addition to the public internet, also by plain `http:`, such as `10.0.0.0/8`',
    networks,
  ),
  courierAllow: setting(
    'COURIER_ALLOW',
    '',
    'the same for couriers, such as `127.0.0.0/8` for a stand-in on this machine',
    networks,
  ),
  secretsKey: setting(
    'SECRETS_KEY',
    '',
    'key that encrypts stored secrets, 32 bytes in base64 (`openssl rand -base64 32`), the same in every process; empty uses the key that the first start made in `DATA_DIR`; with `DATABASE_URL` no secret can be stored without it',
    optional(text),
  ),
} satisfies { [K in keyof Config]: Setting<Config[K]> };

/** Reads the settings from the environment. @throws StartupError naming each invalid variable */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([key, { variable, fallback, read }]) => {
    const given = environment[variable]?.trim();
    try {
      return [key, (read as (value: string) => unknown)(given ? given : fallback)];
    } catch (error) {
      problems.push(`${variable} ${(error as Error).message}`);
      return [key, null];
    }
  });
  problems.push(...contradictions(Object.fromEntries(entries)));
  if (problems.length > 0) throw new StartupError(`${problems.join('; ')}: correct it and start again`);
  return Object.fromEntries(entries) as Config;
}

/** Returns a problem for each pair of settings that contradict each other. */
function contradictions({ databaseUrl, databaseDirectUrl }: Partial<Config>): string[] {
  return databaseUrl === null && typeof databaseDirectUrl === 'string'
    ? ['DATABASE_DIRECT_URL needs DATABASE_URL, which is not set']
    : [];
}

/** Tells whether the operator has set the variable of this setting. */
export function isGiven(key: keyof Config, environment: NodeJS.ProcessEnv = process.env): boolean {
  return Boolean(environment[SETTINGS[key].variable]?.trim());
}

function setting<T>(
  variable: string,
  fallback: string,
  meaning: string,
  read: (value: string) => T,
): Setting<T> {
  return { variable, fallback, meaning, read };
}

function text(value: string): string {
  return value;
}

function longSecret(value: string): string {
  if (/^[\x21-\x7e]{32,512}$/.test(value)) return value;
  throw new Error('must have 32 to 512 characters, without spaces');
}

function optional<T>(read: (value: string) => T): (value: string) => T | null {
  return (value) => (value === '' ? null : read(value));
}

function wholeNumber(smallest: number, largest: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= smallest && number <= largest) return number;
    throw new Error(`must be a whole number from ${smallest} to ${largest}`);
  };
}

function flag(value: string): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false;
  throw new Error('must be 1 or 0');
}

function oneOf(words: readonly string[]): (value: string) => string {
  return (value) => {
    if (words.includes(value.toLowerCase())) return value.toLowerCase();
    throw new Error(`must be one of ${words.join(', ')}`);
  };
}

function postgresUrl(value: string): string {
  if (/^postgres(ql)?:\/\/\S+$/.test(value)) return value;
  throw new Error('must look like postgres://user:password@host:5432/database');
}

function publicUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Error('must be an address such as https://ship.example.in');
  }
  return value.replace(/(?<!\/)\/+$/, '');
}

function smtpUrl(value: string): string {
  if (URL.canParse(value) && /^smtps?:\/\/[^/\s]+/.test(value) && new URL(value).hostname !== '')
    return value;
  throw new Error('must look like smtp://user:password@host:587, or smtps:// for TLS from the start');
}

function emailAddress(value: string): string {
  if (/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(value)) return value;
  throw new Error('must be only an email address; the name shown is the brand');
}

function networks(value: string): string[] {
  const list = value === '' ? [] : value.split(',').map((network) => network.trim());
  if (list.every((network) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(network))) return list;
  throw new Error('must be networks or addresses such as 10.0.0.0/8, separated by commas');
}

function proxies(value: string): boolean | string[] {
  if (value === '' || value === '0') return false;
  if (value === '1') return true;
  const list = value.split(',').map((address) => address.trim());
  if (list.every((address) => /^[0-9a-f.:]+(\/\d{1,3})?$|^(loopback|linklocal|uniquelocal)$/i.test(address)))
    return list;
  throw new Error('must be addresses or networks such as 10.0.0.0/8, separated by commas');
}
