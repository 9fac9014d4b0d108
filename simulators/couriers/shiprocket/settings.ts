export const STAND_IN_SETTINGS = { email: 'api@stand-in.example', password: 'made-up-password' };
