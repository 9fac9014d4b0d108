import type { FastifyRequest } from 'fastify';
import { Problem, refused } from '../../../problems/problem.ts';
import { type CheckedLogo, checkLogo } from '../../../usecases/stores/check-logo.ts';

/**
 * Checks the uploaded logo, and reports its problems together with those of the fields. Only for routes with
 * `attachValidation`.
 *
 * @returns the logo; null to remove the logo; undefined if none was sent
 * @throws Problem `refused` with every problem of the request
 */
export async function readLogo(request: FastifyRequest): Promise<CheckedLogo | null | undefined> {
  const bytes = (request.body as { logo?: unknown }).logo;
  const fields = request.validationError;
  if (fields && !(fields instanceof Problem && fields.kind === 'refused')) throw fields;
  if (!Buffer.isBuffer(bytes)) {
    if (fields) throw fields;
    return bytes === null ? null : undefined;
  }
  const checked = await checkLogo(bytes).catch((error: unknown) => {
    if (fields && error instanceof Problem) throw refused([...fields.problems, ...error.problems]);
    throw error;
  });
  if (fields) throw fields;
  return checked;
}
