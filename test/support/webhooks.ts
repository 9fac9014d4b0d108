import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { WebhookSender } from '../../src/usecases/webhooks/webhook-sender.ts';
import type { TestAccount, TestApp } from './app.ts';

/** Lets webhooks go to receivers on loopback. */
export function loopbackAllowed(): OutgoingRequests {
  return new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'WEBHOOK_ALLOW') });
}

/** The same, where no request is given up because the machine is slow. */
export function patientLoopback(): OutgoingRequests {
  const outgoing = loopbackAllowed();
  const send = outgoing.send.bind(outgoing);
  outgoing.send = (request) => send({ ...request, timeoutMs: 300_000 });
  return outgoing;
}

/** Makes a webhook and returns it as the answer shows it, with its secret. */
export async function makeWebhook(
  account: TestAccount,
  body: Record<string, unknown>,
): Promise<{ id: string; secret: string }> {
  const response = await account.post('/webhooks', {
    events: ['status_change', 'tracking_addition'],
    ...body,
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json().data;
}

/** Sends everything that is due. */
export function sendDueWebhooks({ service }: TestApp): Promise<void> {
  const sender = new WebhookSender(service, (error) => {
    throw error;
  });
  return sender.sendDue();
}
