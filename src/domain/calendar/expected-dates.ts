import type { WorkingCalendar } from './working-calendar.ts';

/**
 * The day a parcel is picked up: today where it is asked before the cut-off of a
 * working day at the origin, else the next working day there.
 *
 * @param today the day in India, `minute` the minute of it
 */
export function pickupDay(
  calendar: WorkingCalendar,
  originState: number,
  today: number,
  minute: number,
  cutoffMinute: number,
): number {
  return calendar.workingDayFrom(originState, minute < cutoffMinute ? today : today + 1);
}

/**
 * The day a parcel is delivered: its pickup and the transit days after it, counted in working days of the
 * destination. Delivery on the day of pickup (0 transit days) waits for a working day there too.
 */
export function deliveryDay(
  calendar: WorkingCalendar,
  destinationState: number,
  pickup: number,
  transitDays: number,
): number {
  return transitDays === 0
    ? calendar.workingDayFrom(destinationState, pickup)
    : calendar.workingDayAfter(destinationState, pickup, transitDays);
}
