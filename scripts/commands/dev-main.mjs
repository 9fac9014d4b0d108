// The program that `npm run dev` restarts: the service as last compiled.
import { inTree } from './place.mjs';
import { startModule } from './run.mjs';

await startModule(inTree('dist-dev', 'src', 'main.js'), ({ main }) => main());
