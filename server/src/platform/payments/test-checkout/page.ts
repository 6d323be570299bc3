import { escapeHtml } from '../../http/html.ts';
import { Cards, type TestPage } from './objects.ts';
import type { Language } from '#contract/base.ts';

/** Returns the page on which a tester pays. It has no script, and one style sheet that the service serves. */
export function testCheckoutPage(page: TestPage, isDeclined: boolean): string {
  const words = wordsIn(page.language);
  const isCard = page.mode === 'card';
  const amount = moneyOf(page);
  const every = page.item && ` <small>${page.item.interval === 'year' ? words.a_year : words.a_month}</small>`;
  const title = isCard ? words.card_title : page.description;
  const choices = Cards.map(
    (card, index) =>
      `<label><input type="radio" name="card" value="${card}"${index === (isDeclined ? 1 : 0) ? ' checked' : ''}> ${words[card]}</label>`,
  );
  return frame(
    page,
    words.title,
    `<h1>${escapeHtml(title)}</h1>
${isCard ? '' : `<p class="sum">${amount}${every ?? ''}</p>`}
${isDeclined ? `<p class="declined" role="alert">${words.declined_now}</p>` : ''}
<form method="post">
<fieldset><legend>${words.card}</legend>${choices.join('')}</fieldset>
<button>${isCard ? words.save : words.pay.replace('{{amount}}', amount)}</button>
</form>
${isCard ? dueForm(words) : ''}<p><a href="${escapeHtml(page.cancel_url)}">${isCard ? words.back_card : words.back}</a></p>`,
  );
}

const dueForm = (words: Words): string => `<form method="post">
<p class="due">${words.due_text}</p>
<button class="line" name="due" value="now">${words.due}</button>
</form>
`;

/** Returns the page that a payer sees after returning to a closed payment page. */
export function endedPage(page: TestPage): string {
  const words = wordsIn(page.language);
  return frame(
    page,
    words.over_title,
    `<h1>${words.over_title}</h1><p>${words.over}</p><p><a href="${escapeHtml(page.cancel_url)}">${words.continue}</a></p>`,
  );
}

const frame = ({ language }: TestPage, title: string, body: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Flaira</title>
<link rel="stylesheet" href="/test-checkout/style.css">
</head>
<body><main>
<p class="notice"><strong>${wordsIn(language).title}</strong> ${wordsIn(language).notice}</p>
<section>${body}</section>
</main></body>
</html>
`;

function moneyOf({ amount_cents, currency, language }: TestPage): string {
  const digits = amount_cents % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-IE', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount_cents / 100);
}

export const testCheckoutCss = `
@font-face { font-family: Inter; src: url(inter.woff2); font-weight: 100 900; font-display: swap; }
@font-face { font-family: Fraunces; src: url(fraunces.woff2); font-weight: 100 900; font-display: swap; }
:root { color-scheme: light; --ground: #fbf8f5; --card: #fff; --ink: #221b18; --soft: #6b5f58; --line: #e9e1da; --accent: #a8503f; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/1.6 Inter, system-ui, sans-serif; }
main { width: min(30rem, 100%); margin: 0 auto; padding: 2rem 1.25rem 4rem; }
.notice { margin: 0 0 1.5rem; padding: 1rem 1.25rem; border: 1px dashed #b08968; border-radius: 14px; background: #fdf3e3; font-size: .9375rem; }
.notice strong { display: block; }
section { padding: 2rem 1.5rem; border: 1px solid var(--line); border-radius: 20px; background: var(--card); }
h1 { margin: 0; font: 500 1.75rem/1.2 Fraunces, Georgia, serif; }
.sum { margin: .5rem 0 0; font: 400 2.5rem/1.2 Fraunces, Georgia, serif; font-variant-numeric: tabular-nums; }
.sum small { font: 400 1rem Inter, system-ui, sans-serif; color: var(--soft); }
.declined { margin: 1.25rem 0 0; padding: .875rem 1rem; border-radius: 12px; background: #fbeae6; color: #7c2d1f; }
fieldset { display: grid; gap: .5rem; margin: 1.5rem 0; padding: 0; border: 0; }
legend { padding: 0 0 .5rem; font-weight: 560; }
label { display: flex; align-items: center; gap: .75rem; min-height: 3rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: 14px; cursor: pointer; }
label:has(:checked) { border-color: var(--accent); background: #fbf1ee; }
input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); }
button { width: 100%; min-height: 3.25rem; border: 0; border-radius: 999px; background: var(--accent); color: #fff; font: 560 1rem Inter, system-ui, sans-serif; cursor: pointer; }
button:hover { background: #8f4234; }
.due { margin: 1.5rem 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9375rem; }
.line { border: 1px solid var(--accent); background: none; color: var(--accent); }
.line:hover { background: #fbf1ee; }
a { color: var(--accent); text-underline-offset: 3px; }
section > p:last-child { margin: 1.25rem 0 0; text-align: center; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
`;

import en from '#messages/en/test-checkout.json' with { type: 'json' };
import fr from '#messages/fr/test-checkout.json' with { type: 'json' };

type Words = Readonly<Record<keyof typeof en, string>>;
const catalogues: Record<Language, Words> = { en, fr };

const wordsIn = (language: Language): Words => catalogues[language];
