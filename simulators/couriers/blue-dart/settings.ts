/** Settings that connect to the stand-in; all are invented. */
export const STAND_IN_SETTINGS = {
  client_id: 'made-up-client-id',
  client_secret: 'made-up-client-secret',
  login_id: 'DEL00000',
  licence_key: 'made-up-licence-key',
  customer_code: '000000',
  origin_area: 'DEL',
};
