/**
 * Shows a message that the browser is too old, instead of a page that this browser cannot render. The page loads this
 * file before anything else (`ageCheck` in post-build.ts). It may run in browsers from 2017, so it uses no import and
 * no `?.`, and has its own styles. The build strips the types and inserts the definition of `__SENTENCES__` in front of
 * this code.
 */
export {};

interface Sentences {
  readonly title: string;
  readonly text: string;
  readonly versions: string;
  readonly safe: string;
}
declare const __SENTENCES__: Readonly<Record<string, Sentences>>;

/**
 * Returns the language of the address. If the address has none, returns the language of the account, or else that of
 * the browser. If there is no sentence in any of them, returns English.
 */
function languageOf(): string {
  if (/^\/fr(\/|$)/.test(location.pathname)) return 'fr';
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('flaira.language');
  } catch {
    // If the browser allows no storage, the browser's language is used.
  }
  const own = navigator.language.slice(0, 2);
  return [kept || own, own].filter((language) => language in __SENTENCES__)[0] || 'en';
}

function element(name: string, text: string, styles: Record<string, string>): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  for (const style of Object.keys(styles)) made.style.setProperty(style, styles[style] || '');
  return made;
}

function show(): void {
  const language = languageOf();
  const words = __SENTENCES__[language] as Sentences;
  document.title = `${words.title} · Flaira`;
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  const main = element('main', '', {
    'max-width': '560px',
    margin: '0 auto',
    padding: '15vh 20px 40px',
    'font-family': 'system-ui, -apple-system, sans-serif',
    'font-size': '17px',
    'line-height': '1.55',
    color: '#211d1b',
  });
  main.appendChild(
    element('p', 'Flaira', { 'font-family': 'Georgia, serif', 'font-size': '22px', margin: '0 0 48px' }),
  );
  main.appendChild(
    element('h1', words.title, { font: '400 34px/1.15 Georgia, serif', margin: '0 0 20px', color: '#211d1b' }),
  );
  for (const sentence of [words.text, words.versions, words.safe])
    main.appendChild(element('p', sentence, { margin: '0 0 14px' }));
  document.body.textContent = '';
  document.body.style.background = '#fbf8f5';
  document.body.appendChild(main);
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
else show();
