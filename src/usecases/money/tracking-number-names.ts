/** What couriers call tracking numbers in their files, as `columnKey` has it. */
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
