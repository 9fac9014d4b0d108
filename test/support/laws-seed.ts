import fc from 'fast-check';

/** What laws draw their values from: the same in each run, unless `LAWS_SEED` says otherwise. */
const USUAL_SEED = 20_261_122;

fc.configureGlobal({ seed: Number(process.env.LAWS_SEED ?? USUAL_SEED) });
