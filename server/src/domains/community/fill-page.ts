import { type AnyProcedure, call, ORPCError } from '@orpc/server';
import { community } from '#contract/community.ts';
import { firstQuestions, type FirstQuestion, isFirstViewPath } from '#contract/community/first-questions.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { admit } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Caller, SignedIn } from '#server/platform/http/caller.ts';
import type { PageData } from '#server/platform/http/page-template.ts';
import type { FillPage, PageVisit } from '#server/platform/http/pages.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { firstViews } from './first-view.ts';
import { wordsFor } from './first-view-parts.ts';
import type { CommunityRouter } from './handlers.ts';
import { viewerOf } from './viewer.ts';

/**
 * Fills the first view of a page's document with the results of the page's first queries. They come from the same
 * procedures and are for the same reader as on the page. If a query fails, the document is sent without a first view,
 * and the page then shows the error itself.
 */
export function fillPageWith(ctx: Context, router: CommunityRouter): FillPage {
  return async (visit) => {
    try {
      const asked = askedBy(visit);
      if (!asked) return undefined;
      const caller = await visit.caller();
      if (caller.kind !== 'user') return undefined;
      const language = await visit.readingLanguage();
      const parts = await Promise.all([
        ...asked.map((question) => answer(ctx, router, caller, question, language, visit)),
        visit.path.endsWith('/community') && planBanner(ctx, caller, language),
      ]);
      return { data: Object.assign({ has_first_view: true, q: visit.query.get('q') }, ...parts), isPrivate: true };
    } catch (error) {
      // An address with invalid percent-encoding has no first view.
      if (!(error instanceof Refusal || error instanceof ORPCError || error instanceof URIError))
        ctx.log.warn({ err: error }, 'first view left out');
      return undefined;
    }
  };
}

/**
 * Returns the banner that the feed shows above its posts to members who cannot see everything. It is part of the first
 * view, so that the posts do not move down when the page takes over.
 */
async function planBanner(ctx: Context, caller: SignedIn, language: ReadingLanguage): Promise<PageData> {
  const { plan, hasExclusiveView } = await viewerOf(ctx.db, caller);
  const { text } = wordsFor({ language });
  const isShown = caller.role === 'patient' && !hasExclusiveView;
  return { plan_banner: isShown ? text('plan.banner', { plan: text(`plan.${plan}`) }) : undefined };
}

type Asked = readonly [name: keyof typeof firstViews, input: Record<string, unknown>];

async function answer(
  ctx: Context,
  router: CommunityRouter,
  caller: Caller,
  [name, input]: Asked,
  language: ReadingLanguage,
  { headers }: PageVisit,
): Promise<PageData> {
  const context = { caller, requestId: '', ip: '', headers, resHeaders: new Headers() };
  // This call does not pass through the service's check of access, so the access is checked here.
  await admit(ctx, caller, community[name]['~orpc'].meta.access);
  const said = await call(router[name] as AnyProcedure, input, { context });
  return firstViews[name](said as never, { language, now: ctx.clock.now() });
}

/** Returns the first queries of an address. Undefined: the page has no first view with these parameters. */
function askedBy({ path, query }: PageVisit): Asked[] | undefined {
  const parts = path.split('/');
  const page = Object.keys(firstQuestions).find((one) => {
    const names = one.split('/');
    return names.length === parts.length && names.every((name, at) => name === parts[at] || name.startsWith(':'));
  });
  if (!page || !isFirstViewPath(page)) return undefined;
  const names = page.split('/');
  const wanted = new Set<string>();
  const put = (value: string | number): string | number => {
    if (typeof value === 'number') return value;
    if (value.startsWith(':')) return decodeURIComponent(parts[names.indexOf(value)] ?? '');
    if (!value.startsWith('?')) return value;
    wanted.add(value.slice(1));
    return query.get(value.slice(1))?.trim() ?? '';
  };
  const questions: readonly FirstQuestion[] = firstQuestions[page];
  const asked = questions.map(
    ([name, input]) =>
      [name, Object.fromEntries(Object.entries(input).map(([key, value]) => [key, put(value)]))] as unknown as Asked,
  );
  const isPlain = wanted.size === query.size && [...wanted].every((name) => query.get(name)?.trim());
  return isPlain ? asked : undefined;
}
