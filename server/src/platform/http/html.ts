/** Escapes a text so that it can be used anywhere in a page. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/**
 * Returns a plain page that the service writes itself. It has no script, makes no request to other hosts, and has one
 * style sheet, which the service serves too.
 */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Flaira</title>
<link rel="stylesheet" href="/api/plain-page.css">
</head>
<body>
${body}
</body>
</html>
`;
}

/** The style sheet of the plain pages. It has its own colours and sizes, not the design tokens of the web app. */
export const plainPageCss = `
:root { color-scheme: light dark; --ground: #faf8f5; --card: #ffffff; --ink: #1e1b18; --soft: #6b645d; --line: #e4ded7; --accent: #a8503a; }
@media (prefers-color-scheme: dark) { :root { --ground: #161513; --card: #1f1d1b; --ink: #f4f1ed; --soft: #a8a29a; --line: #35322f; --accent: #e08a70; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 2.5rem 1.25rem 5rem; background: var(--ground); color: var(--ink); font: 16px/1.55 Inter, system-ui, sans-serif; }
h1, h2 { font-family: Fraunces, Georgia, serif; font-weight: 500; line-height: 1.2; }
h1 { font-size: 2rem; } h2 { font-size: 1.4rem; margin: 3rem 0 1rem; }
a { color: var(--accent); text-underline-offset: 3px; } a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
p, .soft, dt { color: var(--soft); } nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; padding: 0; list-style: none; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1rem 1.25rem; margin: .75rem 0; }
summary { cursor: pointer; } summary p { margin: .25rem 0 0; } h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border-radius: 10px; padding: .75rem 1rem; }
.method { display: inline-block; min-width: 3.5rem; font-weight: 600; color: var(--accent); }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .6rem .75rem .6rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 500; color: var(--soft); } iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 14px; background: #fff; }
`;
