import { changeHeaders, problemOf } from '../api/client.ts';

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Reads a file of the service as it arrives, and reports the number of bytes. */
export async function fetchFile(
  path: string,
  body?: unknown,
  onProgress: (bytes: number, rows: number) => void = () => undefined,
): Promise<Blob> {
  const response = await fetch(`/custom/api/v1${path}`, {
    ...(body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...changeHeaders() },
          body: JSON.stringify(body),
        }),
  });
  if (!response.ok) throw await problemOf(response);
  const parts: BlobPart[] = [];
  let bytes = 0;
  let lines = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    parts.push(read.value as Uint8Array<ArrayBuffer>);
    bytes += read.value.length;
    for (const byte of read.value) if (byte === 10) lines += 1;
    onProgress(bytes, lines);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** Sends a file unchanged, and reads the answer. */
export async function sendFile<Answer>(path: string, content: string | File): Promise<Answer> {
  const response = await fetch(`/custom/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      ...changeHeaders(),
    },
    body: content,
  });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Answer;
}
