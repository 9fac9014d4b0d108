import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem, refused } from '../../../domain/errors.ts';
import { LARGEST_LOGO_BYTES } from '../../../usecases/check-logo.ts';

/** Past this the request is cut off instead of read to its end. */
const LARGEST_REQUEST_BYTES = 32 * 1024 * 1024;

const LIMITS = {
  fileSize: LARGEST_LOGO_BYTES + 1,
  fieldSize: 16 * 1024,
  fields: 50,
  files: 10,
  headerPairs: 50,
};

/**
 * Lets the routes of this scope take `multipart/form-data` beside JSON: text parts become text fields
 * of the body, the file part `logo` its bytes. An empty file part is "not given". Other file parts are
 * passed over.
 *
 * A file is kept in memory up to the limit and one byte more, by which its check sees that it is too
 * large; the rest of it is read and dropped.
 */
export async function addStoreForm(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readForm(request);
  });
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = Object.create(null);
  let received = 0;
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > LARGEST_REQUEST_BYTES) request.raw.destroy();
  });
  let logos = 0;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        form[part.fieldname] = part.value;
      } else if (part.fieldname === 'logo') {
        const bytes = await part.toBuffer();
        if (bytes.length === 0) continue;
        logos += 1;
        form.logo = bytes;
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    if (received === 0) return {};
    throw formProblem(error);
  }
  if (logos > 1) throw refused('logo must be given once');
  return form;
}

function formProblem(error: unknown): Problem {
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && /^FST_(PARTS|FILES|FIELDS|PROTO|REQ_FILE)/.test(code)) {
    return new Problem('too_large', 'The form has too many parts, or one is too large', { cause: error });
  }
  return new Problem('unreadable', 'The multipart form is not complete', { cause: error });
}
