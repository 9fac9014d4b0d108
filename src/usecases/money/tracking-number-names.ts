/** The names that couriers' files use for the tracking number, in the form of `columnKey`. */
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
