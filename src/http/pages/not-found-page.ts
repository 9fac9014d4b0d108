import { html } from './html.ts';
import { page } from './page.ts';

/** The page for an address that does not exist, or that a browser cannot show. */
export function notFoundPage(): string {
  return page({
    title: 'Nothing here',
    heading: html`<h1>Nothing here</h1>`,
    content: html`<section>
<p>There is nothing to see at this address. Please check it; a link to a label works only for some days.</p>
<ul>
<li><a href="/track">Track your parcel</a></li>
<li><a href="/">What this is</a></li>
</ul>
</section>`,
  });
}
