import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, refused } from '../../../problems/problem.ts';
import { fileBytes } from '../../../reading/fields.ts';
import { type CheckedLogo, checkLogo } from '../../../usecases/stores/check-logo.ts';
import { drawnLogo } from '../../../usecases/stores/drawn-logo.ts';
import { clientOf } from '../../streamed-answer.ts';

/**
 * Checks the uploaded logo, and reports its problems together with those of the fields. Only for routes with
 * `attachValidation`.
 *
 * @returns the logo; null to remove the logo; undefined if none was sent
 * @throws Problem `refused` with every problem of the request
 */
export async function readLogo(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CheckedLogo | null | undefined> {
  const { logo } = request.body as { logo?: unknown };
  // The body is as it was sent if one of its fields was refused.
  const bytes = fileBytes(logo);
  const fields = request.validationError;
  if (fields && !(fields instanceof Problem && fields.kind === 'refused')) throw fields;
  if (bytes === null) {
    if (fields) throw fields;
    return logo === null ? null : undefined;
  }
  const client = { sharer: request.account.accountId, signal: clientOf(reply).signal };
  const drawn = drawnLogo(bytes, client);
  const checked = await drawn.then(checkLogo).catch((error: unknown) => {
    if (fields && error instanceof Problem && error.kind === 'refused')
      throw refused([...fields.problems, ...error.problems]);
    throw error;
  });
  if (fields) throw fields;
  return checked;
}
