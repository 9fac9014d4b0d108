import fc from 'fast-check';

/** The default seed of property tests: the same in each run, unless `LAWS_SEED` is set. */
const USUAL_SEED = 20_261_122;

fc.configureGlobal({ seed: Number(process.env.LAWS_SEED ?? USUAL_SEED) });
