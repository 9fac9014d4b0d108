// What `npm run dev` starts again and again: the service as it was compiled last.
import { inTree } from './place.mjs';
import { startModule } from './run.mjs';

await startModule(inTree('dist-dev', 'main.js'), ({ main }) => main());
