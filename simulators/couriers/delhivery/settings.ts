/** A token that works from the start. */
export const STAND_IN_TOKEN = 'made-up-token-of-the-delhivery-stand-in1';

export const STAND_IN_SETTINGS = { token: STAND_IN_TOKEN };
