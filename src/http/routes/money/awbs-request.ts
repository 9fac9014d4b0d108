import type { FastifyRequest, onRequestHookHandler, preValidationHookHandler } from 'fastify';
import { fieldProblem, Problem } from '../../../problems/problem.ts';
import { type AboutField, about, type Sentence, say } from '../../../problems/sentence.ts';
import { list, object, text } from '../../../reading/fields.ts';
import { CallerLimit } from '../../plugins/caller-limit.ts';

/** Fixed: existing clients rely on it. */
const MOST_AWBS = 100;
const REQUESTS_A_MINUTE = 5;
const MINUTE_MS = 60_000;
/** The most numbers that fit into a body of 64 kB. */
const MOST_SENT = 32_768;

export const AwbsBody = object({
  awbs: list(text({ max: 100, mayBeNumber: true, examples: ['ND00000000017'] }), { min: 1, max: MOST_SENT }),
});

/** A sentence for the description of each route with this body. */
export const AWBS_NOTE = `At most ${MOST_AWBS} different tracking numbers; repeats are ignored. ${REQUESTS_A_MINUTE} requests a minute.`;

/** Limits accounting calls to a few a minute for each account and endpoint. */
export function awbsHooks(monotonicMs: () => number): {
  onRequest: onRequestHookHandler;
  preValidation: preValidationHookHandler;
} {
  const limit = new CallerLimit({
    limit: REQUESTS_A_MINUTE,
    windowMs: MINUTE_MS,
    sentence: say('too_many_requests_a_minute', 'Too many requests: at most {most} a minute', {
      most: REQUESTS_A_MINUTE,
    }),
    monotonicMs,
  });
  return {
    onRequest: (request, _reply, done) => {
      const counted = limit.count(request.account.accountId);
      done(counted.isBeyond ? limit.tooMany(counted.secondsLeft) : undefined);
    },
    preValidation: (request, _reply, done) => {
      done(whatIsWrong(request) ?? undefined);
    },
  };
}

const IS_MANDATORY = about('is_mandatory', 'is mandatory');

/** The API prescribes these three problems: each is a 400 with exactly this sentence. */
function whatIsWrong({ body }: FastifyRequest): Problem | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const { awbs = (body as Record<string, unknown>)['awbs[]'] } = body as { awbs?: unknown };
  if (awbs === undefined || awbs === null || awbs === '') return problemOf('required', IS_MANDATORY);
  if (!Array.isArray(awbs)) return problemOf('invalid', about('must_be_array', 'must be an array'));
  const given = awbs.filter((awb) => awb !== null && awb !== '');
  if (given.length === 0) return problemOf('required', IS_MANDATORY);
  return new Set(given).size > MOST_AWBS
    ? problemOf('too_long', say('awb_limit', 'AWB maximum limit is {most}', { most: MOST_AWBS }))
    : null;
}

function problemOf(code: 'required' | 'invalid' | 'too_long', sentence: Sentence | AboutField): Problem {
  return new Problem('unreadable', fieldProblem('awbs', code, sentence));
}

/** The API has fixed this sentence. */
export function unknownAwb(awb: string): { tracking_number: string; error: string } {
  return { tracking_number: awb, error: `AWB ${awb} does not exist in your account.` };
}
