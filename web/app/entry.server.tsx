import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { type EntryContext, ServerRouter } from 'react-router';
import { firstQuestions, type FirstViewPath } from '#contract/community/first-questions.ts';
import { FirstView } from '#web/features/community/first-view/first-view.tsx';
import { i18nOf, startAllLanguages } from '#web/lib/i18n.server.ts';
import { languages } from './paths.ts';

/** Runs at build time (and in the development server) only. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  await startAllLanguages();
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // Without a limit React would move large finished parts to the end of the file and need a script to put them in place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  await body.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!context.isSpaMode || import.meta.env.DEV) return new Response(body, { status, headers });
  // The fallback page takes the first views along, from which documents.ts takes what each document needs.
  const html = await new Response(body).text();
  return new Response(html.replace('<body>', `<body>${firstViews()}`), { status, headers });
}

const firstViews = (): string =>
  languages
    .flatMap((language) =>
      (Object.keys(firstQuestions) as FirstViewPath[]).map((page) =>
        renderToStaticMarkup(
          <I18nextProvider i18n={i18nOf(language)}>
            <FirstView language={language} page={page} />
          </I18nextProvider>,
        ),
      ),
    )
    .join('');
