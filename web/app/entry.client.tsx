import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { directionOf } from '#web/lib/direction.ts';
import { startI18n } from '#web/lib/i18n.ts';
import { type Typed, typedKey, watchTyping } from '#web/lib/keep-typed.ts';
import { whoIsHere } from '#web/lib/query.ts';
import { keepLanguage, readerOfDocument, readingLanguageOf } from '#web/lib/reading-language.ts';

// The document contains the account's current language. The page uses it instead of the language that this browser
// stored, which may be outdated.
const reader = readerOfDocument();
if (reader) keepLanguage(reader);
const language = readingLanguageOf(location.pathname, location.search);
// The fallback page is one file for all languages, and is marked as English.
document.documentElement.lang = language;
document.documentElement.dir = directionOf(language);

// The translations have to be in memory before hydration. A page that hydrates with message keys instead of texts
// differs from the prerendered page. This module must not use top-level await. Modules that load later import from the
// same built file as this module, so they would wait for this module while this module waits for them.
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
 * Restores the text that was typed before the page had to reload. A page reloads if a file of its release is missing.
 * `restore` reads the text from storage and deletes it there at once.
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
    // A browser that allows no storage has stored no text.
  }
}
watchTyping(whoIsHere);
restore();

// If the browser is too old, the message of `web/too-old.ts` stays on the screen.
if (document.documentElement.dataset.tooOld === undefined) void startI18n(language).then(start);
