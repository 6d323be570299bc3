import type { AnyRouter } from '@orpc/server';

/** How addresses are called where they are counted or traced: few words for many, and none that holds an id. */
export interface RouteNames {
  /** `rpc`, `page`, `photos`, `live`, `health` … */
  kindOf(pathname: string): string;
  /** The address of a procedure itself; the kind of any other. */
  routeOf(pathname: string): string;
}

export function routeNames(router: AnyRouter): RouteNames {
  const paths = new Set(pathsIn(router));
  return { kindOf, routeOf: (pathname) => (paths.has(pathname) ? pathname : kindOf(pathname)) };
}

function kindOf(pathname: string): string {
  if (pathname === '/api/events') return 'live';
  const [, first = ''] = pathname.split('/');
  if (['rpc', 'functions', 'api', 'photos', 'assets'].includes(first)) return first;
  return /^\/(healthz|readyz|metrics)$/.test(pathname) ? 'health' : 'page';
}

function pathsIn(router: AnyRouter): string[] {
  if ('~orpc' in router) {
    const { route } = (router as { '~orpc': { route?: { path?: string } } })['~orpc'];
    return route?.path ? [route.path] : [];
  }
  return Object.values(router).flatMap((part) => pathsIn(part as AnyRouter));
}
