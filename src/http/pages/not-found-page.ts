import { html } from './html.ts';
import { page } from './page.ts';

/** What a person sees at an address that leads nowhere, or to nothing that a browser can show. */
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
