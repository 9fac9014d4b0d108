// npm run sentences: the list of what the service says, for the API document and the reference.
import './node-version.mjs';

import('./commands/sentences.mjs').then(({ writeSentences }) => writeSentences());
