import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Trouble } from '../usecases/health/trouble.ts';
import { isThisMachine } from './listening-address.ts';

/** Returns what is wrong with the settings of a process, and with the disk of its embedded PostgreSQL. */
export async function ownTroubles(config: Config): Promise<Trouble[]> {
  const { databaseUrl, dataDir } = config;
  return [...(databaseUrl === null ? await diskTroubles(dataDir) : []), ...settingTroubles(config)];
}

const LEAST_FREE_BYTES = 2 * 1024 ** 3;

async function diskTroubles(dataDir: string): Promise<Trouble[]> {
  const disk = await statfs(dataDir).catch(() => null);
  const free = disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize;
  if (free >= LEAST_FREE_BYTES) return [];
  return [
    {
      sentence: `The disk of ${dataDir} has ${Math.floor(free / 1024 ** 2)} MB free`,
      remedy: 'free some space: PostgreSQL stops when the disk is full, but loses nothing',
    },
  ];
}

/** Returns the problems of settings that are valid alone but not together. */
export function settingTroubles(config: Config): Trouble[] {
  const { host, publicUrl, smtpUrl, databaseUrl, secretsKey } = config;
  const troubles: Trouble[] = [];
  const isPublic = !isThisMachine(host);
  if (isPublic && publicUrl === null) {
    troubles.push({
      sentence: `HOST is ${host} and PUBLIC_URL is empty, so labels and messages have links that customers cannot open`,
      remedy: 'set PUBLIC_URL to the public address',
    });
  }
  if (publicUrl?.startsWith('http:') && !isThisMachine(new URL(publicUrl).hostname)) {
    troubles.push({
      sentence: `PUBLIC_URL is ${publicUrl}, so keys, passwords and addresses are sent unencrypted`,
      remedy: 'put a proxy with TLS in front of the service: docs/how-to/deploy.md',
    });
  }
  if (isPublic && smtpUrl === null && config.smsGatewayFile === null && config.whatsappGatewayFile === null) {
    troubles.push({
      sentence: 'No mail server and no gateway is set, so messages to customers are recorded but not sent',
      remedy: 'set SMTP_URL, SMS_GATEWAY_FILE or WHATSAPP_GATEWAY_FILE: docs/how-to/send-messages.md',
    });
  }
  if (databaseUrl !== null && secretsKey === null) {
    troubles.push({
      sentence: 'SECRETS_KEY is empty, so with DATABASE_URL no courier account and no webhook can be saved',
      remedy: 'set SECRETS_KEY, the same in every process: docs/how-to/rotate-secrets.md',
    });
  }
  return troubles;
}
