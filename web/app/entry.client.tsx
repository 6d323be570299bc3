import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { directionOf } from '#web/lib/direction.ts';
import { startI18n } from '#web/lib/i18n.ts';
import { type Typed, typedKey, watchTyping } from '#web/lib/keep-typed.ts';
import { whoIsHere } from '#web/lib/query.ts';
import { keepLanguage, readerOfDocument, readingLanguageOf } from '#web/lib/reading-language.ts';

// The account's language as the service knows it is more current than the copy in this browser.
const reader = readerOfDocument();
if (reader) keepLanguage(reader);
const language = readingLanguageOf(location.pathname, location.search);
// The fallback page is one file for all languages, written in English.
document.documentElement.lang = language;
document.documentElement.dir = directionOf(language);

// The catalogue has to be in memory before hydration, because a page that hydrates with message keys differs from the
// prerendered page. This module has no top-level await. Parts that load later share its file, and would wait for the
// module while the module waits for them.
function start() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
/**
 * Restores typed text after the page reloaded because a file of its release was missing. The text is deleted from
 * storage as soon as it has been read.
 */
function restore() {
  try {
    const typed = sessionStorage.getItem(typedKey);
    sessionStorage.removeItem(typedKey);
    if (typed)
      void import('#web/lib/restore-typed.ts').then(({ restoreTyped }) =>
        restoreTyped(JSON.parse(typed) as Typed, whoIsHere),
      );
  } catch {
    // If the browser allows no storage, nothing was stored.
  }
}
watchTyping(whoIsHere);
restore();

// A browser that is too old keeps showing the message (web/too-old.ts).
if (document.documentElement.dataset.tooOld === undefined) void startI18n(language).then(start);
