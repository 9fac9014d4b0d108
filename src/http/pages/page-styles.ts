import { createHash } from 'node:crypto';

/**
 * The style of every page for people: light and dark by the reader's choice, plain on paper. Colours keep a
 * contrast of 4.5 to 1 or more on their ground, and nothing is told by a background alone, which forced colours
 * take away. It is one narrow column, and wider only where the column holds 28 letters' heights: asked of the
 * column and not of the window, so that a reader's larger text counts as well as a smaller screen.
 */
export const PAGE_STYLES = `
:root{color-scheme:light dark;--ground:#f4f5f7;--card:#fff;--text:#1b1f24;--quiet:#57606a;--line:#d0d7de;--done:#116329;--bad:#9a6700}
@media (prefers-color-scheme:dark){:root{--ground:#0d1117;--card:#161b22;--text:#e6edf3;--quiet:#9aa4af;--line:#30363d;--done:#56d364;--bad:#e3b341}}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);overflow-wrap:anywhere;font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main,header,footer{max-width:40rem;margin:0 auto;padding:0 min(1rem,4vw)}
main{container-type:inline-size}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;padding-top:1.25rem;padding-bottom:1rem}
header img{max-height:48px;max-width:160px;background:#fff;border-radius:6px;padding:4px;forced-color-adjust:none}
header p{flex:1 1 8rem;min-width:0;margin:0;font-weight:600;font-size:1.125rem}
header h1{margin:0}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:min(1.25rem,5vw);margin-bottom:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1rem;margin:0 0 .75rem}
p{margin:.25rem 0}
.quiet{color:var(--quiet)}
.big{display:inline-block;font-size:1.125rem;font-weight:600}
.steps{list-style:none;margin:1rem 0 0;padding:0}
.steps li{position:relative;padding:.1875rem 0 .1875rem 1.5rem;color:var(--quiet)}
.steps li::before{content:"";position:absolute;z-index:1;top:.5625rem;left:0;width:.75rem;height:.75rem;border:2px solid var(--quiet);border-radius:50%;background:var(--card)}
.steps li::after{content:"";position:absolute;top:.9375rem;left:calc(.375rem - 1px);height:100%;border-left:2px solid var(--line)}
.steps li:last-child::after{display:none}
.steps .done{color:var(--text)}
.steps .done::before{border-width:.375rem;border-color:var(--done)}
.steps .done:not([aria-current])::after{border-color:var(--done)}
.steps [aria-current]{font-weight:600}
.timeline{list-style:none;margin:0;padding:0}
.timeline li{padding:.625rem 0;border-top:1px solid var(--line)}
.timeline li:first-child{border-top:0}
.timeline time{display:block;color:var(--quiet);font-variant-numeric:tabular-nums}
dl{margin:0}
dt{color:var(--quiet)}
dd{margin:0 0 .5rem}
label{display:block;font-weight:600;margin-top:.75rem}
input{width:100%;font:inherit;padding:.625rem .75rem;margin-top:.25rem;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}
button{font:inherit;font-weight:600;margin-top:1rem;padding:.625rem 1.25rem;border:1px solid transparent;border-radius:8px;background:#0b5cad;color:#fff}
.notice{border-left:4px solid var(--bad)}
a{color:inherit}
footer{padding-bottom:2rem;color:var(--quiet);font-size:.875rem}
@container (min-width:28em){
.steps{display:flex;margin-top:1.25rem}
.steps li{flex:1;padding:1.5rem .25rem 0;text-align:center;font-size:.8125rem}
.steps li::before{top:.25rem;left:calc(50% - .375rem)}
.steps li::after{top:calc(.625rem - 1px);left:50%;width:100%;height:0;border-left:0;border-top:2px solid var(--line)}
.timeline li{display:flex;gap:1rem}
.timeline time{flex:0 0 10rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1rem}
dd{margin:0}
}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--text:#000;--quiet:#444;--line:#999;--done:#000;--bad:#000}section{break-inside:avoid;padding:.75rem 1rem}.timeline li{break-inside:avoid}form,footer{display:none}}
`;

/**
 * Pages run nothing and load nothing but the logo from this service; the one style is known by its hash.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLES).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
