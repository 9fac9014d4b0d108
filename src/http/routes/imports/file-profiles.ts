import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { parseForeignJson, USUAL_JSON } from '../../../problems/foreign-json.ts';
import { about } from '../../../problems/sentence.ts';
import { type Field, field } from '../../../reading/field.ts';
import {
  list,
  object,
  pathParameters,
  text,
  uuid,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import {
  deleteFileProfile,
  type KeptProfile,
  keepFileProfile,
  listFileProfiles,
} from '../../../usecases/imports/kept-profiles.ts';
import { FILE_FIELDS } from '../../../usecases/imports/profiles/profile.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { Time, textLike, Uuid } from '../../schemas.ts';

const MOST_COLUMNS = 400;
const LONGEST_NAME = 200;
/** An address has room for no more. */
const LONGEST_TEXT = 8_000;
const DESCRIPTION =
  'The field of each column whose field is not found, by the name of the column; null leaves the column out.';
const EXAMPLE = { 'Ring them at': 'billing_phone', Remarks: null };

/** The fields of columns, by their names in a file. */
export const matchedColumns = field<Record<string, string | null>>(
  {
    read: (raw, at, out) => {
      if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
        return out.refuse(at, 'invalid', about('must_be_object', 'must be an object'));
      const entries = Object.entries(raw);
      if (entries.length > MOST_COLUMNS || entries.some(([name]) => name.length > LONGEST_NAME))
        return out.refuse(at, 'too_long', TOO_MANY);
      const unknown = entries.find(
        ([, value]) => value !== null && !(FILE_FIELDS as readonly unknown[]).includes(value),
      );
      if (unknown === undefined) return Object.fromEntries(entries);
      return out.refuse(at, 'unknown', about('has_unknown_field', 'has a field that files do not have'));
    },
    document: {
      type: 'object',
      additionalProperties: { enum: [...FILE_FIELDS, null] },
      maxProperties: MOST_COLUMNS,
    },
  },
  { description: DESCRIPTION, examples: [EXAMPLE] },
);
const TOO_MANY = about('has_too_many_columns', 'must have at most {most} columns', { most: MOST_COLUMNS });

/** The same as JSON text, for a query. */
export const matchedColumnsAsText: Field<Record<string, string | null>> = field(
  {
    read: (raw, at, out) => {
      const text = String(raw);
      if (text.length > LONGEST_TEXT)
        return out.refuse(
          at,
          'too_long',
          about('must_be_shorter', 'must be at most {most} characters', { most: LONGEST_TEXT }),
        );
      let sent: unknown;
      try {
        sent = parseForeignJson(text, USUAL_JSON);
      } catch {
        return out.refuse(at, 'invalid', about('must_be_json_text', 'must be JSON'));
      }
      return matchedColumns.read(sent, at, out);
    },
    document: { type: 'string', maxLength: LONGEST_TEXT },
  },
  { description: `${DESCRIPTION} As JSON.`, examples: [JSON.stringify(EXAMPLE)] },
);

export const profileName = (description: string, example = 'own') =>
  text({ max: 60, description, examples: [example] });

const Body = object({
  name: profileName('Its name, also in `profile` of `POST /orders/import`.', 'Counter sales'),
  profile: withDefault(profileName('The kind of files by which all other columns are read.'), 'own'),
  header: list(text({ max: LONGEST_NAME }), {
    max: MOST_COLUMNS,
    description: 'A file that has all these columns is read by it.',
    examples: [['Bill no', 'Ring them at', 'Remarks']],
  }),
  columns: matchedColumns,
});
const ProfilePath = pathParameters({ id: uuid() }, 'File profile');

const ProfileBody = Type.Object(
  {
    id: Uuid,
    name: textLike('Counter sales'),
    profile: textLike('own', 'The profile of the service by which all other columns are read.'),
    header: Type.Array(Type.String(), { examples: [['Bill no', 'Ring them at', 'Remarks']] }),
    columns: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), { examples: [EXAMPLE] }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'OrderFileProfile' },
);

function profileBody(one: KeptProfile): Static<typeof ProfileBody> {
  return {
    ...{ id: one.profileId, name: one.name, profile: one.base },
    ...{ header: [...one.header], columns: { ...one.columns } },
    created_at: one.createdAt.toISOString(),
    updated_at: one.updatedAt.toISOString(),
  };
}

export function addFileProfiles(api: FastifyInstance): void {
  api.get(
    '/order-file-profiles',
    {
      schema: operation({
        operationId: 'listOrderFileProfiles',
        tag: 'Imports',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List your own kinds of order files',
        description: 'How files of orders are read whose columns somebody has matched, by name.',
        answers: { 200: answer('All of them.', Type.Object({ data: Type.Array(ProfileBody) })) },
      }),
    },
    async ({ account }) => ({ data: (await listFileProfiles(account)).map(profileBody) }),
  );
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/order-file-profiles',
    {
      schema: operation({
        operationId: 'keepOrderFileProfile',
        tag: 'Imports',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Keep a kind of order files',
        description:
          'Says which columns are which fields of an order. The next file with these columns is read in the same way. It takes the place of what was kept under the same name.',
        body: Body,
        answers: { 200: answer('What is kept.', Type.Object({ data: ProfileBody })) },
      }),
    },
    async ({ account, body }) => ({ data: profileBody(await keepFileProfile(account, body)) }),
  );
  api.delete<{ Params: ValueOf<typeof ProfilePath> }>(
    '/order-file-profiles/:id',
    {
      schema: operation({
        operationId: 'deleteOrderFileProfile',
        tag: 'Imports',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Delete a kind of order files',
        description: 'Imports that have begun go on.',
        params: ProfilePath,
        answers: { 204: emptyAnswer('It is deleted.') },
      }),
    },
    async ({ account, params }, reply) => {
      await deleteFileProfile(account, params.id);
      return reply.code(204).send();
    },
  );
}
