import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { object, optional, pathParameters, text, uuid, type ValueOf } from '../../../reading/fields.ts';
import { type Invited, inviteAgain, inviteUser } from '../../../usecases/accounts/invite-user.ts';
import { listUsersPage } from '../../../usecases/accounts/list-people.ts';
import { canMail, linkAddress, mailLink } from '../../../usecases/accounts/sign-in-links.ts';
import { changeUser, createAccountUser, type UserChanges } from '../../../usecases/accounts/users.ts';
import { sealedAnswers } from '../../../usecases/idempotency.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { type OnceAnswered, sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { NEWEST_FIELDS, newestMetaBody, pageOf } from '../newest-page.ts';
import {
  InvitationAnswer,
  listedUserBody,
  NEW_USER_FIELDS,
  OneUser,
  UserList,
  userBody,
  userDisabled,
  userName,
  userRestriction,
  userRole,
} from './user-body.ts';

const Query = object(NEWEST_FIELDS);
const NewUserBody = object({
  ...NEW_USER_FIELDS,
  password: text({ max: 200, trim: false, examples: ['correct horse battery'] }),
});
const InvitationBody = object(NEW_USER_FIELDS);
const ChangeBody = object({
  name: optional(userName),
  role: optional(userRole),
  ...userRestriction,
  disabled: optional(userDisabled),
});
const UserPath = pathParameters({ id: uuid() }, 'User');

export function addUsers(api: FastifyInstance): void {
  addListUsers(api);
  addCreateUser(api);
  addChangeUser(api);
  addInvite(api);
  addInviteAgain(api);
}

function addListUsers(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/users',
    {
      schema: operation({
        operationId: 'listUsers',
        tag: 'People',
        role: 'owner',
        summary: 'List users',
        description: 'All users of the account, newest first, with their roles and restrictions.',
        querystring: Query,
        answers: { 200: answer('A page of the users, including invited and disabled ones.', UserList) },
      }),
    },
    async (request) => {
      const found = await listUsersPage(request.account, pageOf(request.query));
      const now = request.account.now();
      return {
        data: found.rows.map((user) => listedUserBody(user, now)),
        meta: newestMetaBody(request.query, found),
      };
    },
  );
}

function newUserOf(body: ValueOf<typeof InvitationBody>) {
  const { name, email = null, phone = null, role, store_ids = null, warehouse_ids = null } = body;
  return { name, email, phone, role, storeIds: store_ids, warehouseIds: warehouse_ids };
}

function addCreateUser(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof NewUserBody> }>(
    '/users',
    {
      schema: operation({
        operationId: 'createUser',
        tag: 'People',
        role: 'owner',
        summary: 'Create a user with a password',
        description:
          'It is better to invite the user with `POST /invitations`: then only the user knows the password.',
        headerFields: IdempotencyHeader,
        body: NewUserBody,
        answers: { 201: answer('The user.', OneUser) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      return sendOnce(request, reply, {
        endpoint: '/users',
        status: 201,
        body: (user: Parameters<typeof userBody>[0]) => ({ data: userBody(user, account.now()) }),
        run: (answer) => createAccountUser(account, { ...newUserOf(body), password: body.password }, answer),
      });
    },
  );
}

function addChangeUser(api: FastifyInstance): void {
  api.put<{ Params: ValueOf<typeof UserPath>; Body: ValueOf<typeof ChangeBody> }>(
    '/users/:id',
    {
      schema: operation({
        operationId: 'updateUser',
        tag: 'People',
        role: 'owner',
        summary: 'Update a user',
        description:
          'Only the given fields change. Null in `store_ids` or `warehouse_ids` removes that restriction. The change takes effect within a second. The last owner who can sign in cannot be disabled or lose the role.',
        params: UserPath,
        body: ChangeBody,
        answers: { 200: answer('The user as it is now.', OneUser) },
      }),
    },
    async (request) => {
      const { name, role, store_ids, warehouse_ids, disabled } = request.body;
      const changes: UserChanges = {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
        ...(store_ids === undefined ? {} : { storeIds: store_ids }),
        ...(warehouse_ids === undefined ? {} : { warehouseIds: warehouse_ids }),
        ...(disabled === undefined ? {} : { disabled }),
      };
      const user = await changeUser(request.account, request.params.id, changes);
      return { data: userBody(user, request.account.now()) };
    },
  );
}

function addInvite(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof InvitationBody> }>(
    '/invitations',
    {
      schema: operation({
        operationId: 'inviteUser',
        tag: 'People',
        role: 'owner',
        summary: 'Invite a user',
        description:
          'Creates a user who chooses a password with a link. The link works once, for 48 hours. It is sent by email if `SMTP_URL` is set and the user has an email address; otherwise pass it on yourself.',
        headerFields: IdempotencyHeader,
        body: InvitationBody,
        answers: { 201: answer('The user and the link.', InvitationAnswer) },
      }),
    },
    async (request, reply) => {
      return sendInvitation(request, reply, '/invitations', (answer) =>
        inviteUser(request.account, newUserOf(request.body), answer),
      );
    },
  );
}

function addInviteAgain(api: FastifyInstance): void {
  api.post<{ Params: ValueOf<typeof UserPath> }>(
    '/users/:id/invitation',
    {
      schema: operation({
        operationId: 'inviteUserAgain',
        tag: 'People',
        role: 'owner',
        summary: 'Invite a user again',
        description:
          'Makes a new link for a user who has not set a password yet, and sends it like the first one. The earlier link stops working.',
        headerFields: IdempotencyHeader,
        params: UserPath,
        answers: { 201: answer('The user and the new link.', InvitationAnswer) },
      }),
    },
    (request, reply) => {
      const { id } = request.params;
      return sendInvitation(request, reply, `/users/${id}/invitation`, (answer) =>
        inviteAgain(request.account, id, answer),
      );
    },
  );
}

/** Answers with the link of an invitation, once for an idempotency key, and emails it. */
async function sendInvitation(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: string,
  run: OnceAnswered<Invited>['run'],
) {
  const { account } = request;
  const made: { invited?: Invited } = {};
  const sent = await sendOnce(request, reply, {
    endpoint,
    status: 201,
    body: (invited: Invited) => {
      made.invited = invited;
      return invitationBody(invited, account.messaging.publicUrl(), canMail(account, invited.user));
    },
    run,
    keeping: (once) => sealedAnswers(account, once),
  });
  if (made.invited !== undefined) {
    mailLink(account, made.invited.user, made.invited.link).catch((error: unknown) => {
      request.log.warn({ err: error }, 'could not send an invitation email');
    });
  }
  return sent;
}

function invitationBody({ user, link }: Invited, publicUrl: string, emailed: boolean) {
  return {
    data: {
      user_id: user.userId,
      url: linkAddress(publicUrl, link),
      expires_at: link.expiresAt.toISOString(),
      emailed,
    },
  };
}
