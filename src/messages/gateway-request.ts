import type { Gateway, GatewayTemplate, Json } from './gateway.ts';
import { fill } from './template.ts';
import type { OutgoingText } from './transport.ts';

export interface GatewayRequest {
  readonly url: string;
  readonly method: Gateway['method'];
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** An object member with this name becomes one member for each variable of the template: name and value. */
const NAMED = '{{variables}}';
/** A list entry with this member becomes the value of the member, once for each variable of the template. */
const EACH = '{{each_variable}}';
const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** Returns the template of a message. COD may have a separate template. */
export function templateFor(
  { templates }: Gateway,
  { moment, isCod }: Pick<OutgoingText, 'moment' | 'isCod'>,
): GatewayTemplate | null {
  const ofCod = isCod && moment !== 'code' ? templates[`${moment}_cod`] : undefined;
  return ofCod ?? templates[moment] ?? null;
}

/**
 * Builds the request that sends a message to the provider. Values are put into the parsed body, not into its
 * text, and are encoded in addresses, so that text of a customer or merchant cannot change the structure of
 * the request.
 */
export function requestOf(
  gateway: Gateway,
  { template, message, key }: { template: GatewayTemplate; message: OutgoingText; key: string },
): GatewayRequest {
  const variables = Object.entries(template.variables).map(
    ([name, words]) => [name, oneLine(fill(words, message.values)) || gateway.empty] as const,
  );
  const places: Record<string, string> = {
    ...message.values,
    key,
    template_id: template.languages[message.language] ?? template.id,
    language: message.language,
    phone: `91${message.phone}`,
    national_phone: message.phone,
    message_id: message.messageId,
    link_code: linkCodeIn(message.values.track_url),
    text: message.text,
  };
  const placed = (text: string, more: Record<string, string> = {}, encode = (value: string) => value) =>
    text.replace(PLACE, (whole, name: string) => {
      const value = more[name] ?? places[name];
      return value === undefined ? whole : encode(value);
    });
  const made = (value: Json, more: Record<string, string> = {}): Json => {
    if (typeof value === 'string') return placed(value, more);
    if (Array.isArray(value)) return value.flatMap((entry) => entriesOf(entry, more));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) =>
        name === NAMED ? variables.map((variable) => [...variable]) : [[name, made(member, more)]],
      ),
    );
  };
  const entriesOf = (entry: Json, more: Record<string, string>): Json[] => {
    const each =
      typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? entry[EACH] : undefined;
    if (each === undefined) return [made(entry, more)];
    return variables.map(([name, value]) => made(each, { ...more, name, value }));
  };
  const { url, method, headers, format, body } = gateway;
  const isJson = format === 'json';
  return {
    url: placed(url, {}, encodeURIComponent),
    method,
    headers: {
      accept: 'application/json',
      // If the process dies between sending a message and recording it, the message is sent again.
      'idempotency-key': message.messageId,
      ...(method === 'GET'
        ? {}
        : { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' }),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [name.toLowerCase(), oneLine(placed(text))]),
      ),
    },
    body: method === 'GET' ? null : isJson ? JSON.stringify(made(body)) : formOf(made(body)),
  };
}

/** Returns the end of the button's address, because the provider's template contains the start. */
function linkCodeIn(trackUrl: string): string {
  return trackUrl.slice(trackUrl.lastIndexOf('/') + 1);
}

/** WhatsApp accepts no line breaks, tabs or repeated blanks in a variable. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function formOf(body: Json): string {
  return new URLSearchParams(
    Object.entries(body as Record<string, Json>).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
}
