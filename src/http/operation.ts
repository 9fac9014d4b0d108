import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import type { Role } from '../domain/role.ts';
import type { ProblemKind } from '../problems/problem.ts';
import type { ObjectField } from '../reading/object.ts';

/** The tags of operations, in the order in which `/docs` shows them. */
export const TAGS = {
  Orders: 'Create, book, change and cancel orders, and decide on failed deliveries.',
  Shipments: 'List shipments with search, filters and counts, and export them as CSV.',
  Returns: 'Create returns, book couriers for them, and list them.',
  Requests: 'Customer requests from the tracking page: another delivery, a refusal, or a return.',
  Rates:
    'Prices and delivery dates of each carrier, the carriers that serve a route, rate cards and pincodes.',
  Money: 'Charges of shipments, and the cash that couriers collect and pay (COD remittances).',
  Jobs: 'Actions on many shipments, in the background, with their progress and results.',
  Imports: 'Imported files, with their progress and their rejected rows.',
  Labels: 'Shipping labels as PDF, or as ZPL for thermal printers.',
  Papers: 'Packing slips, picklists, invoices and credit notes.',
  Handover: 'Manifests of the parcels that couriers collect, and scheduled pickups.',
  Warehouses: 'The places where couriers pick up shipments.',
  Stores: 'Sales channels, each with the brand and the logo that customers see.',
  Messages: 'Emails, SMS and WhatsApp messages to customers: settings, texts and sent messages.',
  Webhooks: 'Your endpoints that receive events, and the signed deliveries to them.',
  Tracking: 'Scans that couriers send, with their own credential.',
  Shops: 'Connect shops, so that their orders come in by themselves, and correct those that cannot be made.',
  Couriers: 'Connect, check and change the account’s courier accounts.',
  'Tracking page': 'The pages where customers track their parcels.',
  People: 'Sign in with a browser, and manage users, roles and invitations.',
  Views: 'Saved views of lists, private or shared.',
  Credentials: 'Tokens for people who sign in, and API keys for programs.',
  Audit: 'The audit log: who changed what, and when.',
  Service: 'Health checks for monitors and load balancers.',
} as const;

export type Tag = keyof typeof TAGS;

/** An answer of an operation, made by `answer`, `fileAnswer` or `emptyAnswer`. */
export type Answer = Readonly<Record<string, unknown>>;

/** The lowest role that may call an operation; or `courier`, `shop`, `operator`; or `anyone`, who needs no credential. */
export type OperationRole = Role | 'anyone' | 'courier' | 'shop' | 'operator';

/** A route's part of the document, and the schemas that Fastify uses. */
export interface Operation {
  /** A unique verb and noun, such as `createStore`: the operation's name in generated clients. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly role: OperationRole;
  /**
   * The access of people who are limited to stores or warehouses. `filtered`: they see only their part.
   * `by_warehouse`: the same, but people limited to stores are refused. Absent: the operation concerns the
   * whole account, and all of them are refused.
   */
  readonly restricted?: 'filtered' | 'by_warehouse';
  /** An imperative of at most eight words. */
  readonly summary: string;
  readonly description?: string;
  readonly params?: ObjectField;
  readonly querystring?: ObjectField;
  /** Header fields of this operation only. The route reads them itself. */
  readonly headerFields?: ObjectField;
  readonly body?: ObjectField;
  /** The example file of a route whose body is a file (`config.file`). */
  readonly fileExample?: string;
  readonly answers: { readonly [status: number]: Answer };
  /** Possible problems in addition to those that follow from the operation's facts. */
  readonly problems?: readonly ProblemKind[];
}

/**
 * Returns the schema of a route. Every route has a schema, or sets `{ hide: true }`. Examples are made from
 * the `examples` of the fields: a required field without an example fails a test.
 */
export function operation({ tag, answers, ...stated }: Operation): FastifySchema {
  return { ...stated, tags: [tag], response: answers } as FastifySchema;
}

/**
 * Returns the schema of a route for the operator's commands. It is in no document of the API: commands read
 * it from `GET /operator/operations`.
 */
export function operatorOperation(
  stated: Pick<Operation, 'operationId' | 'summary' | 'description' | 'params' | 'querystring' | 'body'>,
): FastifySchema {
  return { ...stated, role: 'operator', hide: true } as FastifySchema;
}

/** A JSON answer. A schema with a `title` becomes a named schema of the document. */
export function answer(description: string, schema: TSchema): Answer {
  return { ...schema, 'x-response-description': description };
}

/** A file or a page, with one of the media types. */
export function fileAnswer(description: string, mediaTypes: readonly string[]): Answer {
  const written = (mediaType: string) =>
    mediaType.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
  return {
    description,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: written(mediaType) }])),
  };
}

/** An answer with only a status and headers. */
export function emptyAnswer(description: string): Answer {
  return { type: 'null', 'x-response-description': description };
}
