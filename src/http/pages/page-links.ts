import type { TrackingPage } from '../../usecases/tracking/show-tracking-page.ts';

/** The language of a page, as its links name it. */
export function langOf({ language }: Pick<TrackingPage, 'language'>): string {
  return language.tag.slice(0, 2);
}

/** The path of the form that finds a parcel, in the brand and language of a page. */
export function findFormPath(shown: Pick<TrackingPage, 'brand' | 'language'>): string {
  const { storeId } = shown.brand;
  return `/track?${storeId === null ? '' : `store=${storeId}&`}lang=${langOf(shown)}`;
}
