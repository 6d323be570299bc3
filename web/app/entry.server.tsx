import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { startAllLanguages } from '#web/lib/i18n.server.ts';

/** Runs at build time (and in the development server) only. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  await startAllLanguages();
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // Without a limit React would move large finished parts to the end of the file and need a script to put them in place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  await body.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(body, { status, headers });
}
