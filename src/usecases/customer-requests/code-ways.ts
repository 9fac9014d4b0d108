import type { Channel } from '../../domain/messages/channel.ts';
import { maskEmail, maskPhone } from '../../domain/messages/mask.ts';
import type { Transports } from '../../messages/transport.ts';
import type { CodeContacts } from '../../storage/tracking/tracked-shipment.ts';

export interface CodeWay {
  readonly channel: Channel;
  /** The masked phone or email. */
  readonly to: string;
}

/** Returns the channels for the code of an order; the first is the default. */
export function codeWays({ phone, email, isDemo }: CodeContacts, transports: Transports): CodeWay[] {
  const isSetUp = (channel: Channel) => isDemo || transports[channel]?.moments.has('code') === true;
  const ways: CodeWay[] = [];
  if (phone !== null && !phone.startsWith('0')) {
    const to = maskPhone(phone);
    if (isSetUp('sms')) ways.push({ channel: 'sms', to });
    if (isSetUp('whatsapp')) ways.push({ channel: 'whatsapp', to });
  }
  if (email !== null && isSetUp('email')) ways.push({ channel: 'email', to: maskEmail(email) });
  return ways;
}
