export const STAND_IN_SETTINGS = {
  client_id: 'EKART_STANDIN',
  username: 'stand-in',
  password: 'made-up-password',
  seller_gst_tin: '07AAAAA0000A1Z5',
};
