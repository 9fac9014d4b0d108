import { mayBeMailed, SIGN_IN_LINK_VALID_MS } from '../../domain/people.ts';
import { emailOf } from '../../messages/email.ts';
import { VARIABLES, type Values } from '../../messages/template.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  findSignInLink,
  replaceSignInLinks,
  type SignInLink,
  type SignInLinkKind,
} from '../../storage/accounts/sign-in-links.ts';
import { findUserById, type User } from '../../storage/accounts/users.ts';
import type { MessageParts } from '../messages/messaging.ts';
import type { Service } from '../service.ts';
import { makeSecret, sameSecret, splitSecret } from './credential-secret.ts';

/** A new link with its text, which is not stored. */
export interface MadeLink {
  readonly kind: SignInLinkKind;
  readonly linkId: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** Creates a link for a user in a running change and replaces earlier links. The caller records it. */
export async function makeLink(
  writer: AccountWriter,
  userId: string,
  kind: SignInLinkKind,
): Promise<MadeLink> {
  const { text, prefix, secretHash } = makeSecret();
  const linkId = writer.newId();
  const expiresAt = new Date(writer.now.getTime() + SIGN_IN_LINK_VALID_MS[kind]);
  await replaceSignInLinks(writer, { linkId, userId, kind, prefix, secretHash, expiresAt });
  return { kind, linkId, token: text, expiresAt };
}

/** The paths of the links. The token follows the `#`, because browsers do not send that part. */
const PATHS = { invitation: '/join#', password_reset: '/reset-password#', first_start: '/first-start#' };

export function linkAddress(publicUrl: string, { kind, token }: Pick<MadeLink, 'kind' | 'token'>): string {
  return `${publicUrl}${PATHS[kind]}${token}`;
}

/** Returns a link and its user; null if it is unknown, used, replaced or expired, or the user is disabled. */
export async function findWorkingLink(
  { database, now }: Service,
  token: string,
): Promise<{ readonly link: SignInLink; readonly user: User } | null> {
  const sent = splitSecret(token.trim());
  const link = sent && (await findSignInLink(database, sent.prefix));
  if (!link || !sameSecret(link.secretHash, sent.secretHash)) return null;
  if (link.usedAt !== null || link.expiresAt <= now()) return null;
  const user = await findUserById(database.account(link.accountId), link.userId);
  return user === null || user.disabledAt !== null ? null : { link, user };
}

const NO_VALUES = Object.fromEntries(VARIABLES.map((name) => [name, ''])) as Values;

const WORDS = {
  invitation: {
    subject: 'You are invited to Dakiya',
    text: (hours: number) =>
      `you are invited to Dakiya. Choose a password within ${hours} hours. The link works once:`,
  },
  password_reset: {
    subject: 'Reset your Dakiya password',
    text: () =>
      'somebody requested a new password for your Dakiya account. Choose it within an hour. The link works once. If it was not you, ignore this email:',
  },
};

/** Tells whether this service sends emails and the user has a usable address. */
export function canMail({ messaging }: MessageParts, { email }: Pick<User, 'email'>): boolean {
  return messaging.transports.email !== undefined && email !== null && mayBeMailed(email);
}

/** Emails a link to its user, if email is set up. @throws Error if the email was not accepted */
export async function mailLink(
  service: Service & MessageParts,
  user: Pick<User, 'name' | 'email'>,
  link: MadeLink & { readonly kind: 'invitation' | 'password_reset' },
): Promise<void> {
  const { messaging, now } = service;
  const transport = messaging.transports.email;
  if (transport === undefined || user.email === null || !canMail(service, user)) return;
  const { subject, text } = WORDS[link.kind];
  const hours = SIGN_IN_LINK_VALID_MS[link.kind] / 3_600_000;
  const address = linkAddress(messaging.publicUrl(), link);
  const body = [`Hi ${user.name},`, `${text(hours)}`, address].join('\n\n');
  const { outcome } = await transport.send({
    ...emailOf({ values: { ...NO_VALUES, brand: 'Dakiya' }, subject, text: body }, null),
    messageId: `${link.linkId}.link`,
    to: user.email,
    fromName: 'Dakiya',
    date: now(),
  });
  if (outcome !== 'sent') throw new Error('the email with a link was not accepted');
}
