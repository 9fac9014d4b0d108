/** A token that works from the start. */
export const STAND_IN_TOKEN = 'made-up-token-of-the-delhivery-stand-in1';

/** Settings that connect to the stand-in; all are invented. */
export const STAND_IN_SETTINGS = { token: STAND_IN_TOKEN };
