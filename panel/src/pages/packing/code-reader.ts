/** Reads the Code 128 barcode of a picture. */
export interface CodeReader {
  /** @returns the text of the code, or null if none is found */
  read(picture: HTMLCanvasElement): Promise<string | null>;
  close(): void;
}

/** The reader of the browser, which TypeScript does not declare. Phones with Android have it. */
interface Detector {
  detect(picture: HTMLCanvasElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** Opens the browser's own reader if it knows Code 128; otherwise ours, which is loaded then. */
export async function openCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  return Own !== undefined && formats.includes('code_128') ? ofBrowser(Own) : inWorker();
}

function ofBrowser(Own: DetectorClass): CodeReader {
  const detector = new Own({ formats: ['code_128'] });
  return {
    read: async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null,
    close: () => undefined,
  };
}

/** ZXing in a worker: only there, the policy of the service allows WebAssembly. */
function inWorker(): CodeReader {
  const worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  return {
    read: (picture) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        const { width, height } = picture;
        const pixels = picture.getContext('2d')?.getImageData(0, 0, width, height);
        if (pixels === undefined) resolve(null);
        else worker.postMessage(pixels, [pixels.data.buffer]);
      }),
    close: () => worker.terminate(),
  };
}
