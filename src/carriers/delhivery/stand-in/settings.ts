/** A token that works from the start. */
export const STAND_IN_TOKEN = 'made-up-token-of-the-delhivery-stand-in1';

/** What connects to the stand-in; all of it is made up. */
export const STAND_IN_SETTINGS = { token: STAND_IN_TOKEN };
