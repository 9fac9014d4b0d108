import type { TrackingPage } from '../../usecases/tracking/show-tracking-page.ts';
import { type Html, html } from './html.ts';

type ShownBrand = Pick<TrackingPage['brand'], 'name' | 'logo' | 'storeId'>;

/** Returns the path of a brand's logo; null if the brand has no logo. */
export function logoPath({ logo, storeId }: ShownBrand): string | null {
  return logo === null || storeId === null ? null : `/logos/${storeId}/${logo.contentHash}.${logo.extension}`;
}

/** The least ratio of width to height for a logo that usually contains the brand's name. */
const WORD_MARK = 1.8;

/** Returns the brand's logo and name; only the logo if it contains the name. */
export function brandHeading(brand: ShownBrand): Html {
  const { logo } = brand;
  const path = logoPath(brand);
  if (logo === null || path === null) return html`<p><bdi>${brand.name}</bdi></p>`;
  const isWordMark = logo.width >= logo.height * WORD_MARK;
  const image = html`<img src="${path}" alt="${isWordMark ? brand.name : ''}" class="${logo.isLight ? 'light' : 'dark'}">`;
  return isWordMark ? image : html`${image}<p><bdi>${brand.name}</bdi></p>`;
}
