import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import program from 'zxing-wasm/reader/zxing_reader.wasm?url';

// Answers each picture with the text of its code, or null.
prepareZXingModule({ overrides: { locateFile: () => program } });
addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const [found] = await readBarcodes(data, { formats: ['Code128'], tryHarder: true, maxNumberOfSymbols: 1 });
  postMessage(found?.text ?? null);
});
