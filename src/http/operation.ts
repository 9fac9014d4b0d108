import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import type { Role } from '../domain/role.ts';
import type { ProblemKind } from '../problems/problem.ts';
import type { ObjectField } from '../reading/object.ts';

/** What the operations of the document are sorted by, in the order in which the reader shows them. */
export const TAGS = {
  Orders: 'Create orders, book couriers, cancel, and decide what becomes of a failed delivery.',
  Shipments: 'The listing: search, filters, counts for tabs, and the same as CSV.',
  Returns: 'Goods that come back: create returns, book couriers for them, and list them.',
  Requests:
    'What customers ask for on the tracking page: another delivery, that they do not want it, a return.',
  Rates: 'What each carrier charges and when it delivers, which carriers serve a route, and pincodes.',
  Money: 'What shipments cost, and what couriers pay of the cash that they collect.',
  Jobs: 'What is done to many shipments at once: how far it is, and what became of each.',
  Imports: 'Files that came in: how far each is, and the rows that were not taken.',
  Labels: 'Shipping labels as PDF, or as ZPL for thermal printers.',
  Papers: 'Packing slips, picklists, invoices and credit notes.',
  Handover: 'Manifests of the parcels that couriers take with them, and the pickups that are planned.',
  Warehouses: 'Where shipments are picked up.',
  Stores: 'Sales channels with the brand and the logo that customers see.',
  Messages: 'Emails and texts to customers: which are sent, in which words, and what became of them.',
  Webhooks: 'Addresses of yours that are told of events, signed, and what became of each delivery.',
  Tracking: 'Scans, sent by couriers with a credential of their own.',
  Couriers: 'The couriers that the account has connected, and its accounts with them.',
  'Tracking page': 'The pages on which customers find their parcels.',
  People: 'Who works with the account: signing in with a browser, users with their roles, invitations.',
  Views: 'Views of lists that people save, for themselves or for all.',
  Credentials: 'Tokens for people who sign in, and API keys for programs.',
  Audit: 'Who changed what.',
  Service: 'For monitors and load balancers.',
} as const;

export type Tag = keyof typeof TAGS;

/** An answer of an operation, as `answer`, `fileAnswer` and `emptyAnswer` make them. */
export type Answer = Readonly<Record<string, unknown>>;

/** Who may call an operation: a person or a key with this role or more, a courier, or anyone without a credential. */
export type OperationRole = Role | 'anyone' | 'courier';

/** What the document says of a route, and what Fastify reads and writes by. */
export interface Operation {
  /** Verb and noun, `createStore`: what generated clients call it. No two have the same. */
  readonly operationId: string;
  readonly tag: Tag;
  /** The least role that may call it. */
  readonly role: OperationRole;
  /**
   * How it meets people who are restricted to stores or warehouses. `filtered`: what is outside is as if it did not exist;
   * `by_warehouse`: the same, for those who are not restricted to stores; unsaid, it concerns the whole account, and they are refused.
   */
  readonly restricted?: 'filtered' | 'by_warehouse';
  /** What it does, in a line. */
  readonly summary: string;
  readonly description?: string;
  readonly params?: ObjectField;
  readonly querystring?: ObjectField;
  /** Header fields of this operation alone; the route reads them. */
  readonly headerFields?: ObjectField;
  readonly body?: ObjectField;
  /** Of a route whose body is a file (`config.file`): the content of one. */
  readonly fileExample?: string;
  /** By status. */
  readonly answers: { readonly [status: number]: Answer };
  /** What it can meet beside the problems that follow from what the route is and takes. */
  readonly problems?: readonly ProblemKind[];
}

/**
 * The schema of a route. Every route has one, or says `{ hide: true }`. Examples are put together from those of the
 * fields, of which each says its own (`examples`): a required one without an example fails a test.
 */
export function operation({ tag, answers, ...stated }: Operation): FastifySchema {
  return { ...stated, tags: [tag], response: answers } as FastifySchema;
}

/** JSON. A schema with a `title` becomes a named schema of the document. */
export function answer(description: string, schema: TSchema): Answer {
  return { ...schema, 'x-response-description': description };
}

/** A file, or a page, of one of the media types. */
export function fileAnswer(description: string, mediaTypes: readonly string[]): Answer {
  const written = (mediaType: string) =>
    mediaType.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
  return {
    description,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: written(mediaType) }])),
  };
}

/** Nothing but its status and headers. */
export function emptyAnswer(description: string): Answer {
  return { type: 'null', 'x-response-description': description };
}
