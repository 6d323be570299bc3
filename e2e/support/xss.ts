/**
 * Texts that would call `window.pwned()` in a page that does not clean markup. The texts try different ways to make a
 * browser run code: elements, event handlers, URLs and unusual nesting.
 */
const run = 'window.pwned(1)';
const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onbegin',
  'onanimationstart',
  'onpointerrawupdate',
];
const elements = [
  'img src=x',
  'svg',
  'body',
  'input autofocus',
  'details open',
  'video src=x',
  'audio src=x',
  'iframe',
  'marquee',
  'object data=x',
  'a href=# autofocus',
  'div tabindex=0 autofocus',
  'table background=x',
  'p style=animation-name:x',
];
const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'java\nscript:',
  '&#106;avascript:',
  '&#x6A;avascript&colon;',
  ' javascript:',
  '\u0001javascript:',
  'vbscript:',
  'data:text/html,<script>',
  'javascript&NewLine;:',
  '//evil.example/',
  'https:javascript:',
];
const addressed = [
  (href: string) => `<a href="${href}${run}">link</a>`,
  (href: string) => `<iframe src="${href}${run}"></iframe>`,
  (href: string) => `<form action="${href}${run}"><button>send</button></form>`,
  (href: string) => `<object data="${href}${run}"></object>`,
  (href: string) => `<div data-video="${href}${run}"></div>`,
];

const nested = [
  `<script>${run}</script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text>x</text></a></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  `<template><img src=x onerror=${run}></template>`,
  `<textarea><img title="</textarea><img src=x onerror=${run}>"></textarea>`,
  `<title><img title="</title><img src=x onerror=${run}>"></title>`,
  `<style>@import 'javascript:${run}';</style><style>*{background:url("javascript:${run}")}</style>`,
  `<!--><img src=x onerror=${run}>-->`,
  `<![CDATA[<img src=x onerror=${run}>]]>`,
  `<img src="x" alt="&quot; onerror=${run} x=&quot;">`,
  `<img src=\`x\` onerror=${run}>`,
  `<p class="x" onclick="${run}" style="position:fixed;inset:0">all over</p>`,
  `<span data-mention="x&quot; onclick=&quot;${run}">@x</span>`,
  `<a href="https://example.org" onclick="${run}" target="_self">web</a>`.replace('https://example.org', '/community'),
  `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//">`,
  `<link rel="stylesheet" href="javascript:${run}">`,
  `<xss id=x tabindex=1 onfocus=${run}></xss>`,
  `<select><option><img src=x onerror=${run}></option></select>`,
  `<table><td background="javascript:${run}">cell</td></table>`,
  `<isindex type=image src=1 onerror=${run}>`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
];

export const attacks: readonly string[] = [
  ...elements.flatMap((element) => handlers.map((handler) => `<${element} ${handler}="${run}">x`)),
  ...schemes.flatMap((scheme) => addressed.map((make) => make(scheme))),
  ...nested,
];

/** Markup that the cleaning must not change. */
export const formatting =
  '<p>Plain <strong>bold</strong> <em>slanted</em> <u>under</u></p><ul><li><p>one</p></li></ul><ol><li><p>first</p></li></ol>' +
  '<blockquote><p>said</p></blockquote><table><tbody><tr><th>Day</th><td>3</td></tr></tbody></table>' +
  '<p><a href="https://example.org/skin">source</a></p><div data-video="https://youtu.be/aqz-KE-bpKQ"></div>';
