import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { startI18n } from '#web/lib/i18n.ts';
import { languageOf } from './paths.ts';

const language = languageOf(location.pathname);
// The fallback page is one file for both languages, written in English.
document.documentElement.lang = language;

// The catalogue has to be in memory before hydration: a page that hydrates with keys differs from the prerendered one.
await startI18n(language, ['ui', 'errors']);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
