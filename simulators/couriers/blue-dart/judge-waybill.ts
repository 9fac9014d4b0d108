import { fieldsOf, itemsOf, numberOf, textOf } from '../../../src/partners/answer-fields.ts';
import type { Sent } from '../../kit/stand-in.ts';

/** A problem that Blue Dart reports. */
export interface Wrong {
  readonly StatusCode: string;
  readonly StatusInformation: string;
}

const LONGEST_LINE = 30;
const DATE = /^\/Date\(\d{12,14}(?:[+-]\d{4})?\)\/$/;

function wrong(StatusCode: string, StatusInformation: string): Wrong {
  return { StatusCode, StatusInformation };
}

/** The first problem of a waybill, by the known limits; null if there is none. */
export function judgeWaybill(request: Sent, notServed: ReadonlySet<string>): Wrong | null {
  const [consignee, shipper, services] = [request.Consignee, request.Shipper, request.Services].map(fieldsOf);
  if (consignee === undefined || shipper === undefined || services === undefined) {
    return wrong('InvalidRequest', 'Object reference not set to an instance of an object.');
  }
  const pincode = textOf(consignee.ConsigneePincode);
  if (pincode === null) return wrong('InvalidPinCode', 'Pincode cannot be blank ');
  if (!/^\d{6}$/.test(pincode) || notServed.has(pincode))
    return wrong('InvalidPinCode', `Invalid Pincode ${pincode}`);
  if (textOf(consignee.ConsigneeMobile) === null && textOf(consignee.ConsigneeTelephone) === null) {
    return wrong('InvalidConsigneeMobile', 'Consignee mobile number cannot be blank');
  }
  return (
    judgeLines({ ...consignee, ...shipper, ...fieldsOf(request.Returnadds) }) ??
    judgeShipper(shipper) ??
    judgeServices(services)
  );
}

function judgeLines(fields: Sent): Wrong | null {
  for (const [name, value] of Object.entries(fields)) {
    const isLine = /Name$|Address[1-3]$|Contact$|Attention$|^Sender$/.test(name);
    if (isLine && (textOf(value) ?? '').length > LONGEST_LINE) {
      return wrong(`Invalid${name}`, `${name} length should not exceed ${LONGEST_LINE}`);
    }
  }
  for (const name of ['ConsigneeName', 'ConsigneeAddress1', 'CustomerName', 'CustomerAddress1']) {
    if (textOf(fields[name]) === null) return wrong(`Invalid${name}`, `${name} cannot be blank`);
  }
  return null;
}

function judgeShipper({ OriginArea, CustomerCode, CustomerPincode }: Sent): Wrong | null {
  if (!/^[A-Z]{3}$/.test(textOf(OriginArea) ?? '')) return wrong('InvalidOriginArea', 'Invalid Origin Area');
  if (textOf(CustomerCode) === null) return wrong('InvalidCustomerCode', 'Customer code cannot be blank');
  if (!/^\d{6}$/.test(textOf(CustomerPincode) ?? ''))
    return wrong('InvalidPinCode', 'Invalid Customer Pincode');
  return null;
}

function judgeServices(services: Sent): Wrong | null {
  if (!/^[A-Z0-9]{1,20}$/.test(textOf(services.CreditReferenceNo) ?? '')) {
    return wrong('InvalidCreditReferenceNo', 'Invalid Credit Reference No');
  }
  const weight = services.ActualWeight;
  if (typeof weight !== 'string' || !/^\d+\.\d{2}$/.test(weight) || Number(weight) === 0) {
    return wrong('InvalidActualWeight', 'Actual weight should be greater than 0');
  }
  if (itemsOf(services.Dimensions).length === 0)
    return wrong('InvalidDimensions', 'Dimensions cannot be blank');
  if (!/^[A-Z]$/.test(textOf(services.ProductCode) ?? ''))
    return wrong('InvalidProductCode', 'Invalid Product Code');
  const collectable = numberOf(services.CollectableAmount) ?? 0;
  if (services.SubProductCode === 'C' && collectable <= 0) {
    return wrong('InvalidCollectableAmount', 'Collectable amount should be greater than 0');
  }
  if (collectable > (numberOf(services.DeclaredValue) ?? 0)) {
    return wrong('InvalidCollectableAmount', 'Collectable amount should not be greater than declared value');
  }
  if (!DATE.test(textOf(services.PickupDate) ?? '')) return wrong('InvalidPickupDate', 'Invalid Pickup Date');
  if (!/^\d{4}$/.test(textOf(services.PickupTime) ?? ''))
    return wrong('InvalidPickupTime', 'Invalid Pickup Time');
  if ((textOf(services.SpecialInstruction) ?? '').length > 50) {
    return wrong('InvalidSpecialInstruction', 'Special instruction length should not exceed 50');
  }
  if (services.OTPBasedDelivery !== '0' && textOf(services.OTPCode) === null) {
    return wrong('InvalidOTP', 'OTP Number cannot be blank');
  }
  return null;
}

/** The first problem of a pickup; null if there is none. */
export function judgePickup(request: Sent): Wrong | null {
  if (!/^\d{6}$/.test(textOf(request.CustomerPincode) ?? ''))
    return wrong('InvalidPinCode', 'Pincode cannot be blank ');
  if (itemsOf(request.SubProducts).length === 0)
    return wrong('InvalidSubProducts', 'Sub products cannot be blank');
  if (!DATE.test(textOf(request.ShipmentPickupDate) ?? ''))
    return wrong('InvalidPickupDate', 'Invalid Pickup Date');
  for (const name of ['ShipmentPickupTime', 'OfficeCloseTime']) {
    if (!/^\d{4}$/.test(textOf(request[name]) ?? '')) return wrong(`Invalid${name}`, `Invalid ${name}`);
  }
  if (!((numberOf(request.WeightofShipment) ?? 0) > 0))
    return wrong('InvalidWeight', 'Weight should be greater than 0');
  return null;
}
