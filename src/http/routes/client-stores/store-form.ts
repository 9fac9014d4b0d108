import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../../problems/problem.ts';
import { say } from '../../../problems/sentence.ts';
import { LARGEST_LOGO_BYTES } from '../../../usecases/stores/check-logo.ts';
import { BODY_TOO_LARGE } from '../../plugins/problems.ts';

/** A larger request is cut off instead of read to its end. */
const LARGEST_REQUEST_BYTES = 32 * 1024 * 1024;

const REPLACEMENT = '\ufffd';

const LIMITS = {
  fileSize: LARGEST_LOGO_BYTES + 1,
  fieldSize: 16 * 1024,
  fields: 50,
  files: 10,
  headerPairs: 50,
};

/**
 * Lets the routes of this scope take `multipart/form-data` in addition to JSON. Text parts become text fields
 * of the body; several parts with one name become a list; the file part `logo` becomes bytes. An empty file
 * part counts as absent. Other file parts are ignored.
 *
 * A file is kept in memory up to the limit plus one byte, which shows that the file is too large. The rest is
 * read and dropped.
 */
export async function addStoreForm(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readForm(request);
  });
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  let received = 0;
  const tooLarge = new Promise<never>((_resolve, reject) => {
    request.raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= LARGEST_REQUEST_BYTES) return;
      // The rest is discarded after the answer (body-limits.ts).
      request.raw.unpipe();
      reject(new Problem('too_large', BODY_TOO_LARGE));
    });
  });
  try {
    return await Promise.race([readParts(request), tooLarge]);
  } catch (error) {
    if (received === 0) return {};
    throw error instanceof Problem ? error : formProblem(error);
  }
}

async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = Object.create(null);
  const logos: unknown[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (typeof part.value === 'string' && part.value.includes(REPLACEMENT)) {
        throw new Problem('unreadable', say('form_not_utf_8', 'A text part of the form is not UTF-8'));
      }
      if (part.fieldname !== 'logo') addText(form, part.fieldname, part.value);
      else if (part.value !== '') logos.push(part.value);
    } else if (part.fieldname === 'logo') {
      const bytes = await part.toBuffer();
      // The bytes of a second logo are dropped. The problem tells only that there are two.
      if (bytes.length > 0) logos.push(logos.length === 0 ? bytes : null);
    } else {
      // The bytes of another file are dropped. Its name is reported as an ignored field.
      part.file.resume();
      form[part.fieldname] ??= Buffer.alloc(0);
    }
  }
  // A list is not a file: the schema reports this together with the other problems.
  form.logo = logos.length > 1 ? logos : logos[0];
  return form;
}

/** Adds a text part. Several parts with one name become a list. */
function addText(form: Record<string, unknown>, name: string, value: unknown): void {
  const before = form[name];
  if (before === undefined) form[name] = value;
  else form[name] = Array.isArray(before) ? [...before, value] : [before, value];
}

function formProblem(error: unknown): Problem {
  const code = (error as { code?: unknown }).code;
  if (code === 'FST_PROTO_VIOLATION') {
    const sentence = say('form_part_name_not_allowed', 'A part of the form has a name that is not allowed');
    return new Problem('unreadable', sentence, { cause: error });
  }
  if (typeof code === 'string' && /^FST_(PARTS|FILES|FIELDS|REQ_FILE)/.test(code)) {
    const sentence = say('form_parts_too_large', 'The form has too many parts, or one is too large');
    return new Problem('too_large', sentence, { cause: error });
  }
  const sentence = say('multipart_form_not_complete', 'The multipart form is not complete');
  return new Problem('unreadable', sentence, { cause: error });
}
