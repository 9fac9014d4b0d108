import { callService, type ServiceAddress, type ServiceRequest } from './service-client.ts';
import { stoppable } from './stop-signal.ts';

/** Sends a request whose body is a file, with a progress bar. */
export function uploadFile(
  service: ServiceAddress,
  { body: file, ...request }: ServiceRequest,
  json: boolean,
): Promise<Response> {
  return stoppable('Stopped: the service drops the file, unless it had just taken it', async (signal) => {
    const { openProgressBar } = await import('./progress-bar.ts');
    const bar = openProgressBar('Sending', json);
    try {
      const body =
        file instanceof Blob ? watched(file, bar.update, () => bar.phase('Waiting for the service')) : file;
      return await callService(service, { ...request, ...(body === undefined ? {} : { body }), signal });
    } finally {
      bar.stop();
    }
  });
}

/** The content of a file, which tells how much of it was read. */
function watched(file: Blob, progress: (done: number, all: number) => void, end: () => void): ReadableStream {
  let sent = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, controller) => {
      sent += part.length;
      progress(sent, file.size);
      controller.enqueue(part);
    },
    flush: end,
  });
  return file.stream().pipeThrough(counted);
}
