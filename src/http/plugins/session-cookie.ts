import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The header with the CSRF token, required for every change by cookie. */
export const CSRF_HEADER = 'x-csrf-token';

const NAME = 'dakiya_session';
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A browser accepts a cookie with this name only from this exact host, over HTTPS. */
const SECURE_NAME = `__Host-${NAME}`;
const CSRF_PURPOSE = 'dakiya csrf';

/**
 * Returns the session in a browser's cookie; empty text if no session was sent. Under https, only the cookie
 * counts that no other host and no page without https can set.
 */
export function sentSession({ headers }: FastifyRequest, publicUrl: string): string {
  if (headers.cookie === undefined) return '';
  const cookies = parseCookie(headers.cookie);
  return cookies[nameOf(publicUrl)] ?? '';
}

/** Sets the session cookie, which no script can read and no other site can use. */
export function setSession(
  reply: FastifyReply,
  publicUrl: string,
  session: { text: string; expiresAt: Date },
): void {
  reply.header('set-cookie', cookieOf(publicUrl, session.text, session.expiresAt));
}

export function clearSession(reply: FastifyReply, publicUrl: string): void {
  reply.header('set-cookie', cookieOf(publicUrl, '', new Date(0)));
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

function nameOf(publicUrl: string): string {
  return isSecure(publicUrl) ? SECURE_NAME : NAME;
}

function cookieOf(publicUrl: string, value: string, expires: Date): string {
  const secure = isSecure(publicUrl);
  const options = { httpOnly: true, sameSite: 'strict', path: '/', expires, secure } as const;
  return stringifySetCookie(nameOf(publicUrl), value, options);
}

/** Derives the CSRF token of a session: nothing is stored, and the token stays the same after a reload. */
export function csrfTokenOf(session: string): string {
  return createHmac('sha256', session).update(CSRF_PURPOSE).digest('base64url');
}

export function hasCsrfToken({ headers }: FastifyRequest, session: string): boolean {
  const sent = Buffer.from(String(headers[CSRF_HEADER] ?? ''));
  const right = Buffer.from(csrfTokenOf(session));
  return sent.length === right.length && timingSafeEqual(sent, right);
}

/**
 * Tells whether a page of another site sends this request, as browsers report it. Such a page may not sign
 * anybody in. Programs other than browsers send no such header.
 */
export function isFromElsewhere({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  // A page of the same host without https may come from an attacker on the network. This is not possible on
  // this machine itself.
  if (isSecure(publicUrl) && from.protocol !== 'https:' && !LOOPBACK.has(from.hostname)) return true;
  return from.host !== host && !(URL.canParse(publicUrl) && from.origin === new URL(publicUrl).origin);
}
