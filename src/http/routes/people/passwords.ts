import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { fieldProblem, refused } from '../../../problems/problem.ts';
import { say } from '../../../problems/sentence.ts';
import { object, text, type ValueOf } from '../../../reading/fields.ts';
import { changeOwnPassword } from '../../../usecases/accounts/change-own-password.ts';
import { beginByFirstStart } from '../../../usecases/accounts/first-start.ts';
import { mailResetLink } from '../../../usecases/accounts/reset-password.ts';
import { setPasswordByLink, showLink } from '../../../usecases/accounts/use-link.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { callerNetwork } from '../../plugins/caller-address.ts';
import { CallerLimit } from '../../plugins/caller-limit.ts';
import { Time, textLike, words } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';
import { answerBegun, browserOf, refuseOtherSites, type SessionOptions } from './session.ts';
import { OneSession } from './session-body.ts';

/** Enough for a team behind one address; each request that names a user may send an email. */
const RESETS_ALLOWED = 20;
/** The limit for one user, from all addresses together. Each email makes the previous link invalid. */
const RESETS_OF_USER = 3;
const RESETS_OF_USER_WINDOW_MS = 60 * 60 * 1000;

const ResetBody = object({
  username: text({
    max: 254,
    mayBeNumber: true,
    nearMisses: ['email', 'phone', 'name', 'user_name'],
    description: "The user's email or phone.",
    examples: ['asha@example.in'],
  }),
});
const token = text({
  max: 200,
  description: 'The part of the link after the `#`.',
  examples: ['dky_5f0e9a1b2c3d4e5f_e7UrKguBtiU7pF2G1sqLiIK213ln6BeIF9cqi0_9IL8'],
});
const LookBody = object({ token });
const PasswordBody = object({
  token,
  password: text({ max: 200, trim: false, examples: ['another horse battery'] }),
});

const OwnPasswordBody = object({
  password: text({
    max: 200,
    trim: false,
    description: 'The current password.',
    examples: ['correct horse battery'],
  }),
  new_password: text({ max: 200, trim: false, examples: ['another horse battery'] }),
});

/** The same answer whether or not the user exists. */
const LINK_SENT =
  'If there is such a user with an email address, and this service can send emails, a link is on its way. Otherwise your operator can create one: dakiya user password-link';
const NOT_WORKING = fieldProblem(
  'token',
  'unknown',
  say(
    'link_not_working',
    'This link does not work any more: it was used, replaced by a newer one, or has expired. Request a new one',
  ),
);

export function addPasswords(
  api: FastifyInstance,
  options: SessionOptions & { monotonicMs: () => number },
): void {
  addAskReset(api, options);
  addLookAtLink(api, options);
  addSetPassword(api, options);
  addBeginFirstStart(api, options);
  addChangeOwnPassword(api, options);
}

function addAskReset(
  api: FastifyInstance,
  { service, monotonicMs }: SessionOptions & { monotonicMs: () => number },
): void {
  const resets = new CallerLimit({
    limit: RESETS_ALLOWED,
    sentence: say(
      'too_many_links_requested',
      'Too many links were requested from this address; please try again later',
    ),
    monotonicMs,
  });
  const mails = new CallerLimit({
    limit: RESETS_OF_USER,
    windowMs: RESETS_OF_USER_WINDOW_MS,
    sentence: say('too_many_links_sent', 'Too many links were sent to this user; please try again later'),
    monotonicMs,
  });
  api.post<{ Body: ValueOf<typeof ResetBody> }>(
    '/password-reset',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'askPasswordReset',
        tag: 'People',
        role: 'anyone',
        summary: 'Request a password reset link',
        description:
          'The answer is the same whether the user exists or not. The link works once, for an hour. A user gets at most 3 links an hour; the last one stays valid.',
        body: ResetBody,
        problems: ['rate_limited'],
        answers: {
          202: answer(
            'The request is accepted. If there is such a user, a link is sent.',
            Type.Object({ data: Type.Object({ message: textLike(LINK_SENT) }) }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const counted = resets.count(callerNetwork(request));
      if (counted.isBeyond) throw resets.tooMany(counted.secondsLeft);
      // Not awaited, because the time would show whether the user exists.
      const mayMail = ({ userId }: { userId: string }) => !mails.count(userId).isBeyond;
      mailResetLink(service, request.body.username, mayMail).catch((error: unknown) => {
        request.log.warn({ err: error }, 'could not send a password link email');
      });
      return reply.code(202).send({ data: { message: LINK_SENT } });
    },
  );
}

function addLookAtLink(api: FastifyInstance, { service, signIns }: SessionOptions): void {
  api.post<{ Body: ValueOf<typeof LookBody> }>(
    '/sign-in-link',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'lookAtLink',
        tag: 'People',
        role: 'anyone',
        summary: 'Check a password link',
        description: 'Answers with the user of an invitation or reset link. The link is not used up.',
        body: LookBody,
        problems: ['rate_limited'],
        answers: {
          200: answer(
            'The user that the link is for.',
            Type.Object({
              data: Type.Object(
                {
                  kind: words('SignInLinkKind', ['invitation', 'password_reset', 'first_start']),
                  name: textLike('Asha'),
                  username: textLike('asha@example.in'),
                  expires_at: Time,
                },
                { title: 'SignInLink' },
              ),
            }),
          ),
        },
      }),
    },
    async (request) => {
      const look = () => showLink(service, request.body.token);
      const link = await signIns.attempt(callerNetwork(request), look, { counts: (found) => found === null });
      if (link === null) throw refused(NOT_WORKING);
      const { kind, name, username, expiresAt } = link;
      return { data: { kind, name, username, expires_at: expiresAt.toISOString() } };
    },
  );
}

function addSetPassword(api: FastifyInstance, options: SessionOptions): void {
  const { service, signIns, publicUrl } = options;
  api.post<{ Body: ValueOf<typeof PasswordBody> }>(
    '/password',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'setPassword',
        tag: 'People',
        role: 'anyone',
        summary: 'Set a password with a link',
        description:
          'Uses up the link, ends all sessions and tokens of the user, and signs the user in. Answers like `POST /session`.',
        body: PasswordBody,
        problems: ['forbidden', 'rate_limited', 'unavailable'],
        answers: { 200: answer('The signed-in user or key, and the CSRF token.', OneSession) },
      }),
    },
    async (request, reply) => {
      refuseOtherSites(request, publicUrl());
      const set = () => setPasswordByLink(service, request.body, browserOf(request));
      const begun = await signIns.attempt(callerNetwork(request), set, { counts: (one) => one === null });
      if (begun === null) throw refused(NOT_WORKING);
      return answerBegun(reply, options, begun);
    },
  );
}

function addBeginFirstStart(api: FastifyInstance, options: SessionOptions): void {
  const { service, signIns, publicUrl } = options;
  api.post<{ Body: ValueOf<typeof LookBody> }>(
    '/first-start',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'beginFirstStart',
        tag: 'People',
        role: 'anyone',
        summary: 'Sign in to the demo account',
        description:
          'The first start of the service prints the link, for this machine only. It works once, for 15 minutes. Answers like `POST /session`.',
        body: LookBody,
        problems: ['forbidden', 'rate_limited', 'unavailable'],
        answers: { 200: answer('The signed-in user or key, and the CSRF token.', OneSession) },
      }),
    },
    async (request, reply) => {
      refuseOtherSites(request, publicUrl());
      const begin = () => beginByFirstStart(service, request.body.token, browserOf(request));
      const begun = await signIns.attempt(callerNetwork(request), begin, { counts: (one) => one === null });
      if (begun === null) throw refused(NOT_WORKING);
      return answerBegun(reply, options, begun);
    },
  );
}

function addChangeOwnPassword(api: FastifyInstance, { signIns }: SessionOptions): void {
  api.put<{ Body: ValueOf<typeof OwnPasswordBody> }>(
    '/password',
    {
      // Users who may only read have passwords too.
      config: { access: 'read' },
      schema: operation({
        operationId: 'changeOwnPassword',
        tag: 'People',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Change your password',
        description:
          'Ends all other sessions and tokens of the user. A wrong password counts as a failed sign-in.',
        body: OwnPasswordBody,
        problems: ['forbidden', 'rate_limited', 'unavailable'],
        answers: { 204: emptyAnswer('The password is changed.') },
      }),
    },
    async (request, reply) => {
      const { password, new_password } = request.body;
      const client = { address: callerNetwork(request), signal: clientOf(reply).signal };
      const change = () =>
        changeOwnPassword(request.account, { current: password, next: new_password }, client);
      const isChanged = await signIns.attempt(client.address, change, { counts: (done) => !done });
      if (!isChanged) {
        throw refused(fieldProblem('password', 'invalid', say('password_wrong', 'The password is wrong')));
      }
      return reply.code(204).send();
    },
  );
}
