import { readFile } from 'node:fs/promises';
import { ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import { Refusal } from '../refusal.ts';
import type { Exchange } from './exchange.ts';
import type { Asking } from './in-process-calls.ts';
import type { DrawFirstView } from './page-renderer.ts';
import type { InlineHashes } from './security-headers.ts';
import type { SiteFile } from './site.ts';
import type { PageVisit } from './visit.ts';

interface Parts {
  readonly draw: DrawFirstView;
  /** Returns the procedures, bound to a caller. They run with that caller's rights. */
  readonly procedures: (asking: Asking) => unknown;
  readonly log: Logger;
}

/** A document with the answers to the page's first queries. */
export interface FirstView {
  readonly html: string;
  readonly hashes: InlineHashes;
}

/**
 * Creates the function that adds the server-rendered first view to a document for a signed-in reader. The first view is
 * the page's HTML with the answers to its first queries. The function returns undefined if the document must be sent as
 * it was built: for visitors, and if a query is refused or fails. The browser then runs the page's queries, and the
 * page shows any error.
 */
export function firstViewsWith({ draw, procedures, log }: Parts) {
  const documents = new Map<string, Promise<string>>();
  const textOf = (path: string): Promise<string> => {
    const text = documents.get(path) ?? readFile(path, 'utf8');
    documents.set(path, text);
    return text;
  };
  return async ({ requestId, ip, url }: Exchange, file: SiteFile, visit: PageVisit): Promise<FirstView | undefined> => {
    try {
      const caller = await visit.caller();
      if (caller.kind !== 'user') return undefined;
      const service = procedures({ caller, headers: visit.headers, requestId, ip });
      return await draw(await textOf(file.path), new Request(url), service, await visit.readingLanguage());
    } catch (error) {
      // An address with invalid percent-encoding causes the URIError. It is not a fault of the service.
      if (!(error instanceof Refusal || error instanceof ORPCError || error instanceof URIError))
        log.warn({ err: error }, 'first view left out');
      return undefined;
    }
  };
}
