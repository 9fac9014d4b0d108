// `panel-types-main.mjs <file>`: writes the API types that the panel is checked against.
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { inTree } from './place.mjs';

const FOLDER = inTree('.cache', 'panel-types');

const bundle = await rolldown({
  cwd: inTree(),
  input: { write: 'scripts/panel/write-api-types.ts' },
  platform: 'node',
  tsconfig: inTree('tsconfig.json'),
  external: (id) => /^[^./]/.test(id) && !id.startsWith('openapi-typescript'),
});
await bundle.write({
  dir: FOLDER,
  // It uses the API of TypeScript 5, which TypeScript 7 no longer has.
  paths: { typescript: 'typescript-5' },
});
await import(pathToFileURL(`${FOLDER}/write.js`).href);
