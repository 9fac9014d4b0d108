import type { WorkingCalendar } from './working-calendar.ts';

/**
 * The pickup day of a parcel: today if it is booked before the cut-off of a working day at the origin, else
 * the next working day there.
 *
 * @param today the day in India
 * @param minute the minute of that day
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
 * The delivery day of a parcel: its pickup day plus the transit days, counted in working days of the
 * destination. Delivery on the pickup day (0 transit days) also waits for a working day there.
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
