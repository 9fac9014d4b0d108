import { randomBytes } from 'node:crypto';

/** One part of a form: a text, or a file. */
export type Part =
  | { readonly name: string; readonly value: string | Buffer }
  | { readonly name: string; readonly file: Buffer; readonly filename: string; readonly type?: string };

/** A `multipart/form-data` body with its header, as a browser would send it. */
export function multipart(parts: readonly Part[]): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = `----dakiya${randomBytes(8).toString('hex')}`;
  const chunks = parts.flatMap((part) => {
    if ('value' in part) {
      return [
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"\r\n\r\n`),
        Buffer.from(part.value as string),
        Buffer.from('\r\n'),
      ];
    }
    const type = part.type ?? 'application/octet-stream';
    return [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"; filename="${part.filename}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      part.file,
      Buffer.from('\r\n'),
    ];
  });
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
