import type { Config } from '../config.ts';
import { readGateway } from '../messages/gateway.ts';
import { GatewayTransport } from '../messages/gateway-transport.ts';
import { SmtpTransport } from '../messages/smtp-transport.ts';
import type { Transports } from '../messages/transport.ts';

export type MessagingConfig = Pick<
  Config,
  | 'smtpUrl'
  | 'messageFrom'
  | 'publicUrl'
  | 'smsGatewayFile'
  | 'smsGatewayKey'
  | 'whatsappGatewayFile'
  | 'whatsappGatewayKey'
>;

/** Composes the parts that send messages. @throws StartupError for an invalid gateway file */
export async function openTransports(config: MessagingConfig): Promise<Transports> {
  const { smtpUrl, smsGatewayFile, smsGatewayKey, whatsappGatewayFile, whatsappGatewayKey } = config;
  return {
    ...(smtpUrl === null
      ? {}
      : { email: new SmtpTransport({ url: smtpUrl, from: senderOf(config, smtpUrl) }) }),
    ...(smsGatewayFile === null
      ? {}
      : { sms: new GatewayTransport(await readGateway(smsGatewayFile), smsGatewayKey ?? '') }),
    ...(whatsappGatewayFile === null
      ? {}
      : { whatsapp: new GatewayTransport(await readGateway(whatsappGatewayFile), whatsappGatewayKey ?? '') }),
  };
}

/** Returns `MESSAGE_FROM`; else the SMTP user if it is an address; else `no-reply` at our host. */
export function senderOf({ messageFrom, publicUrl }: MessagingConfig, smtpUrl: string): string {
  if (messageFrom !== null) return messageFrom;
  const user = decodeURIComponent(new URL(smtpUrl).username);
  if (/^[^\s@]+@[^\s@]+$/.test(user)) return user;
  return `no-reply@${publicUrl === null ? 'localhost' : new URL(publicUrl).hostname}`;
}
