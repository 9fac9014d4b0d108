import { html } from './html.ts';
import { page } from './page.ts';

/** The page at the service's address. It tells people whether the service works and where to go on. */
export function startPage({ version, isReady }: { version: string; isReady: boolean }): string {
  return page({
    title: 'Dakiya',
    heading: html`<h1>Dakiya</h1>`,
    content: html`<section aria-labelledby="state">
<h2 id="state">${isReady ? 'Ready' : 'Not ready'}</h2>
<p>${
      isReady
        ? 'The service runs, and its database answers.'
        : 'The service runs, but its database does not answer or still needs a migration. See the log for details.'
    }</p>
<p class="quiet">Release ${version}. Health checks: <a href="/health">/health</a>, <a href="/ready">/ready</a>.</p>
</section>
<section aria-labelledby="what">
<h2 id="what">About Dakiya</h2>
<p>A self-hosted shipping service for India: stores with their brands, rate quotes, orders booked with carriers, labels,
tracking pages and messages to customers.</p>
<ul>
<li><a href="/track">Track a parcel</a>, for customers</li>
<li><a href="/docs">API documentation</a>: every request, with its fields and answers</li>
<li><a href="/openapi.json">OpenAPI document</a>, for programs</li>
</ul>
<p>To begin, read <code>README.md</code> and the guides in the folder <code>docs</code>. The command
<code>npm run dakiya</code> creates accounts and keys.</p>
</section>`,
  });
}
