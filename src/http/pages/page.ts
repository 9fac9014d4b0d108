import { Html, html } from './html.ts';
import { PAGE_STYLES } from './page-styles.ts';

/** A whole page: its title, whose it is, what it shows, and what stands below. */
export function page(title: string, heading: Html, content: Html, footer: Html | null = null): string {
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<style>${new Html(PAGE_STYLES)}</style>
</head>
<body>
<header>${heading}</header>
<main>
${content}
</main>
${footer}
</body>
</html>
`.text;
}
