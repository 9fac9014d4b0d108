import { mayActAs } from '../domain/people.ts';
import type { Role } from '../domain/role.ts';
import { emailOf } from '../messages/email.ts';
import { NO_VALUES } from '../messages/template.ts';
import type { AccountWriter } from '../storage/account-scope.ts';
import { findUserById, listUsers } from '../storage/accounts/users.ts';
import { addJob } from '../storage/job-queue.ts';
import type { MessageParts } from './messages/messaging.ts';
import type { Service } from './service.ts';
import type { ShopParts } from './shops/open-shop.ts';

/** An email to users of an account about something of theirs that has stopped. A job sends it to each of them. */
export interface Notice {
  /** The name of the job. */
  readonly task: string;
  /** The field of the job with the id of what has stopped. */
  readonly idField: string;
  /** The least role of those who are told. */
  readonly least: Role;
  /** Null if it goes on meanwhile. */
  about(
    service: Service & Pick<ShopParts, 'shops'>,
    accountId: string,
    id: string,
  ): Promise<WhatStopped | null>;
}

interface WhatStopped {
  readonly subject: string;
  /** What follows the greeting. */
  readonly paragraphs: readonly string[];
  /** Each stop has its own email. */
  readonly since: Date;
}

/** Enqueues a notice for each active user with an email address, if emails can be sent. */
export async function enqueueNotices(
  { messaging }: MessageParts,
  writer: AccountWriter,
  { task, idField, least }: Notice,
  id: string,
): Promise<void> {
  if (messaging.transports.email === undefined) return;
  for (const { userId, email, disabledAt, role } of await listUsers(writer)) {
    if (email === null || disabledAt !== null || !mayActAs(role, least)) continue;
    await addJob(writer, {
      task,
      payload: { [idField]: id, user_id: userId },
      runAt: writer.now,
      key: `${task} ${id} ${userId}`,
    });
  }
}

/**
 * Emails a notice to one user, if it is still true.
 *
 * @returns false if the email cannot be sent now and must be tried again later
 */
export async function emailNotice(
  service: Service & ShopParts & MessageParts,
  notice: Notice,
  { accountId, userId, id }: { readonly accountId: string; readonly userId: string; readonly id: string },
): Promise<boolean> {
  const { database, messaging, now } = service;
  const transport = messaging.transports.email;
  const [stopped, user] = await Promise.all([
    notice.about(service, accountId, id),
    findUserById(database.account(accountId), userId),
  ]);
  if (transport === undefined || stopped === null) return true;
  if (user === null || user.email === null || user.disabledAt !== null) return true;
  const { subject, paragraphs, since } = stopped;
  const text = [`Hi ${user.name},`, ...paragraphs].join('\n\n');
  const { outcome } = await transport.send({
    ...emailOf({ values: { ...NO_VALUES, brand: 'Dakiya' }, subject, text }, null),
    messageId: `${id}.${userId}.${since.getTime()}`,
    to: user.email,
    fromName: 'Dakiya',
    date: now(),
  });
  return outcome !== 'unavailable';
}
