import { createHash } from 'node:crypto';

/**
 * The style of every page for customers: one column for a phone, light and dark by the reader's choice, plain
 * on paper. Colours keep a contrast of 4.5 to 1 or more on their ground.
 */
export const PAGE_STYLES = `
:root{color-scheme:light dark;--ground:#f4f5f7;--card:#fff;--text:#1b1f24;--quiet:#57606a;--line:#d0d7de;--done:#116329;--bad:#9a6700}
@media (prefers-color-scheme:dark){:root{--ground:#0d1117;--card:#161b22;--text:#e6edf3;--quiet:#9aa4af;--line:#30363d;--done:#56d364;--bad:#e3b341}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main,header,footer{max-width:40rem;margin:0 auto;padding:0 1rem}
header{display:flex;align-items:center;gap:.75rem;padding-top:1.25rem;padding-bottom:1rem}
header img{max-height:48px;max-width:160px;background:#fff;border-radius:6px;padding:4px}
header p{margin:0;font-weight:600;font-size:1.125rem;overflow-wrap:anywhere}
header h1{margin:0}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.25rem;margin-bottom:1rem}
h1{font-size:1.625rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1rem;margin:0 0 .75rem}
p{margin:.25rem 0}
.quiet{color:var(--quiet)}
.big{font-size:1.125rem;font-weight:600;white-space:nowrap}
.steps{list-style:none;display:flex;margin:1.25rem 0 0;padding:0}
.steps li{flex:1;text-align:center;font-size:.8125rem;color:var(--quiet);position:relative;padding-top:1.5rem}
.steps li::before{content:"";position:absolute;top:.25rem;left:50%;width:.75rem;height:.75rem;margin-left:-.375rem;border-radius:50%;background:var(--card);border:2px solid var(--quiet);z-index:1}
.steps li::after{content:"";position:absolute;top:.6875rem;left:-50%;width:100%;height:2px;background:var(--line)}
.steps li:first-child::after{display:none}
.steps .done::before,.steps .done::after{background:var(--done);border-color:var(--done)}
.steps .done{color:var(--text)}
.steps [aria-current]{font-weight:600}
.timeline{list-style:none;margin:0;padding:0}
.timeline li{display:flex;gap:1rem;padding:.625rem 0;border-top:1px solid var(--line)}
.timeline li:first-child{border-top:0}
.timeline time{flex:0 0 8.5rem;color:var(--quiet);font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1rem;margin:0}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
label{display:block;font-weight:600;margin-top:.75rem}
input{width:100%;font:inherit;padding:.625rem .75rem;margin-top:.25rem;border:1px solid var(--quiet);border-radius:8px;background:var(--card);color:var(--text)}
button{font:inherit;font-weight:600;margin-top:1rem;padding:.625rem 1.25rem;border:0;border-radius:8px;background:#0b5cad;color:#fff}
.notice{border-left:4px solid var(--bad)}
a{color:inherit}
footer{padding-bottom:2rem;color:var(--quiet);font-size:.875rem}
@media (max-width:26rem){dl{display:block}dd{margin-bottom:.5rem}.timeline li{display:block}.timeline time{display:block}.steps li{font-size:.6875rem}}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--text:#000;--quiet:#444;--line:#999;--done:#000;--bad:#000}section{break-inside:avoid;padding:.75rem 1rem}.timeline li{break-inside:avoid}.steps li{-webkit-print-color-adjust:exact;print-color-adjust:exact}form,footer{display:none}}
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
