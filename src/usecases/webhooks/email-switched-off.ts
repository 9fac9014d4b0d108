import { emailOf } from '../../messages/email.ts';
import { NO_VALUES } from '../../messages/template.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findUserById, listUsers } from '../../storage/accounts/users.ts';
import { addJob } from '../../storage/job-queue.ts';
import { findEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { ShippingService } from '../service.ts';

export const SWITCHED_OFF_EMAIL_JOB = 'tell-webhook-switched-off';

export interface SwitchedOffNotice {
  readonly accountId: string;
  readonly endpointId: string;
  readonly userId: string;
}

/** Enqueues a notice for each user of the account with an email address, if emails can be sent. */
export async function enqueueNotices(
  { database, messaging }: ShippingService,
  writer: AccountWriter,
  endpointId: string,
): Promise<void> {
  if (messaging.transports.email === undefined) return;
  const users = await listUsers(database, writer.accountId);
  for (const { userId } of users.filter(({ email, disabledAt }) => email !== null && disabledAt === null)) {
    await addJob(writer, {
      task: SWITCHED_OFF_EMAIL_JOB,
      payload: { endpoint_id: endpointId, user_id: userId },
      runAt: writer.now,
      key: `${SWITCHED_OFF_EMAIL_JOB} ${endpointId} ${userId}`,
    });
  }
}

/**
 * Emails a user that an endpoint was disabled, if it is still disabled.
 *
 * @returns false if the email cannot be sent now and must be tried again later
 */
export async function emailSwitchedOff(
  service: ShippingService,
  notice: SwitchedOffNotice,
): Promise<boolean> {
  const { accountId, endpointId, userId } = notice;
  const { database, messaging, now } = service;
  const scope = database.account(accountId);
  const [endpoint, user] = await Promise.all([findEndpoint(scope, endpointId), findUserById(scope, userId)]);
  const transport = messaging.transports.email;
  const isOff = endpoint !== null && endpoint.switchedOffAt !== null;
  if (transport === undefined || !isOff || user === null || user.email === null) return true;
  const text = [
    `Hi ${user.name},`,
    `the webhook at ${endpoint.url} was switched off, because ${endpoint.switchedOffWhy}. It gets no events until you switch it on again.`,
    'We keep its events for 30 days. When the receiver works again, switch on the webhook and replay the missed events.',
  ].join('\n\n');
  const values = { ...NO_VALUES, brand: 'Dakiya' };
  const { outcome } = await transport.send({
    ...emailOf({ values, subject: 'One of your webhooks was switched off', text }, null),
    messageId: `${endpointId}.${userId}.${endpoint.switchedOffAt?.getTime()}`,
    to: user.email,
    fromName: 'Dakiya',
    date: now(),
  });
  return outcome !== 'unavailable';
}
