import type { TrackingPage } from '../../usecases/tracking/show-tracking-page.ts';
import { type Html, html } from './html.ts';

type ShownBrand = Pick<TrackingPage['brand'], 'name' | 'logo' | 'storeId'>;

/** The path of a brand's logo; null if it has none. */
export function logoPath({ logo, storeId }: ShownBrand): string | null {
  return logo === null || storeId === null ? null : `/logos/${storeId}/${logo.contentHash}.${logo.extension}`;
}

/** A logo at least this wide usually contains the brand's name. */
const WORD_MARK = 1.8;

/** Whose page it is. */
export function brandHeading(brand: ShownBrand): Html {
  const { logo } = brand;
  const path = logoPath(brand);
  if (logo === null || path === null) return html`<p>${brand.name}</p>`;
  const isWordMark = logo.width >= logo.height * WORD_MARK;
  const image = html`<img src="${path}" alt="${isWordMark ? brand.name : ''}" class="${logo.isLight ? 'light' : 'dark'}">`;
  return isWordMark ? image : html`${image}<p>${brand.name}</p>`;
}
