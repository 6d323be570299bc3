// The order of layers is written in tokens.css, which therefore comes before the styles of any part.
import '#web/ui/styles/tokens.css';
import '#web/ui/styles/fonts.css';
import '#web/ui/styles/base.css';
import frauncesUrl from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2';
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, use } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Links, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { ErrorScreen } from '#web/features/shell/error-screen.tsx';
import { directionOf } from '#web/lib/direction.ts';
import { i18nFor } from '#web/lib/i18n.ts';
import { queryClient } from '#web/lib/query.ts';
import { readingLanguageOf } from '#web/lib/reading-language.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

function useHandle(): RouteHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle));
}

export function Layout({ children }: { children: ReactNode }) {
  const { static: isStatic, theme } = useHandle();
  const language = readingLanguageOf(useLocation().pathname);
  const words = i18nFor(language);
  // Only a step into an area that speaks another language waits, and the page that is left stands meanwhile.
  const i18n = words instanceof Promise ? use(words) : words;
  return (
    <html lang={language} dir={directionOf(language)} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={theme === 'studio' ? '#161514' : '#FBF8F5'} />
        {/* react-aria adds a style element unless one with this id exists; base.css has the rule and the policy stays strict. */}
        <meta id="react-aria-pressable-style" />
        <link rel="preload" as="font" type="font/woff2" href={frauncesUrl} crossOrigin="anonymous" />
        <link rel="preload" as="font" type="font/woff2" href={interUrl} crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
      </head>
      <body>
        <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
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

export default function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<Spinner page />}>
        <Outlet />
      </Suspense>
      <Toaster />
    </QueryClientProvider>
  );
}

/** Part of the one document that answers for every signed-in page in both languages, so it has no words of its own. */
export function HydrateFallback() {
  return <Spinner page label="" />;
}

export { ErrorScreen as ErrorBoundary };
