// tokens.css defines the order of the CSS layers, so it must come before all other styles.
import '#web/ui/styles/tokens.css';
import '#web/ui/styles/fonts.css';
import '#web/ui/styles/near-fonts.css';
import '#web/ui/styles/small-fonts/faces.css';
import '#web/ui/styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, use } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Links, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { FontsAtOnce } from '#web/features/shell/fonts-at-once.tsx';
import { StaticPageScript } from '#web/features/shell/static-page-script.tsx';
import { ErrorScreen } from '#web/features/shell/error-screen.tsx';
import { directionOf } from '#web/lib/direction.ts';
import { useEndOfFirstView } from '#web/lib/first-view.ts';
import { i18nFor } from '#web/lib/i18n.ts';
import { queryClient } from '#web/lib/query.ts';
import { readingLanguageOf } from '#web/lib/reading-language.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import frauncesEnglish from '#web/ui/styles/small-fonts/fraunces-english.woff2';
import frauncesFrench from '#web/ui/styles/small-fonts/fraunces-french.woff2';
import interEnglish from '#web/ui/styles/small-fonts/inter-english.woff2';
import interFrench from '#web/ui/styles/small-fonts/inter-french.woff2';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { isFrom, type Language, languageOf } from './paths.ts';

/** The fonts of the first view. */
const english = [frauncesEnglish, interEnglish];
const fonts: Record<Language, readonly string[]> = { en: english, fr: [...english, frauncesFrench, interFrench] };

function useHandle(): RouteHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle));
}

export function Layout({ children }: { children: ReactNode }) {
  const { static: isStatic, theme } = useHandle();
  const { pathname, search } = useLocation();
  const language = readingLanguageOf(pathname, search);
  const words = i18nFor(language);
  // The page waits for the translations only if the person opens an area with another language. The old page stays on
  // the screen in the meantime.
  const i18n = words instanceof Promise ? use(words) : words;
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-theme={theme}
      data-static={isStatic || undefined}
      data-fonts={isStatic && import.meta.env.SSR ? 'later' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={theme === 'studio' ? '#161514' : '#FBF8F5'} />
        {/* react-aria adds a style element unless an element with this id exists. The content security policy would
            refuse that style element. base.css contains its rule instead. */}
        <meta id="react-aria-pressable-style" />
        {isStatic ? <FontsAtOnce /> : <PreloadFonts language={languageOf(pathname)} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
      </head>
      <body>
        <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
        {isStatic && <StaticPageScript />}
        {isStatic && import.meta.env.SSR ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

function PreloadFonts({ language }: { language: Language }) {
  return fonts[language].map((href) => (
    <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
  ));
}

export default function App() {
  const { key } = useLocation();
  // Removes the first view if the person opens another page before the first page is ready.
  useEndOfFirstView(key !== 'default');
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<Spinner page />}>{import.meta.env.DEV ? <DevelopmentOutlet /> : <Outlet />}</Suspense>
      <Toaster />
    </QueryClientProvider>
  );
}

/**
 * Renders a page in development. The development server answers every request for a page. As in production, the browser
 * renders most pages. The server does not even load the modules of these pages (`web/browser-pages.ts`).
 */
function DevelopmentOutlet() {
  const { pathname } = useLocation();
  const isHydrated = useHydrated();
  return isHydrated || !isFrom('browser', pathname) ? <Outlet /> : <HydrateFallback />;
}

/**
 * A spinner until the page is rendered. It is part of the document that all signed-in pages in both languages share, so
 * it contains no text.
 */
export function HydrateFallback() {
  return <Spinner page label="" />;
}

export { ErrorScreen as ErrorBoundary };
