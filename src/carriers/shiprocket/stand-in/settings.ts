/** What connects to the stand-in; all of it is made up. */
export const STAND_IN_SETTINGS = { email: 'api@stand-in.example', password: 'made-up-password' };
