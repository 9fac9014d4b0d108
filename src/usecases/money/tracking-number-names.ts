/** Names of tracking number columns in couriers' files, normalised by `columnKey`. */
export const TRACKING_NUMBER_NAMES = [
  'awb',
  'awb number',
  'awb no',
  'awb code',
  'awbno',
  'waybill',
  'waybill number',
  'waybill no',
  'tracking id',
  'tracking no',
  'consignment number',
  'shipment number',
] as const;
