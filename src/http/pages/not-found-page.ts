import { html } from './html.ts';
import { page } from './page.ts';

/** The page for an address that does not exist, or that a browser cannot show. */
export function notFoundPage(): string {
  return page({
    title: 'Page not found',
    heading: html`<h1>Page not found</h1>`,
    content: html`<section>
<p>Please check the address. Links to labels expire after some days.</p>
<ul>
<li><a href="/track">Track your parcel</a></li>
<li><a href="/">About Dakiya</a></li>
</ul>
</section>`,
  });
}
