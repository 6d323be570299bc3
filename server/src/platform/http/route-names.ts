/** Names of routes for metrics and traces. There are few names, and none contains an id. */
export interface RouteNames {
  /** Returns the kind of a route: `rpc`, `page`, `photos`, `live`, `health` … */
  kindOf(pathname: string): string;
  /** Returns the path of a procedure, or the kind of any other route. */
  routeOf(pathname: string): string;
}

export const routeNames = (calls: ReadonlyMap<string, unknown>): RouteNames => ({
  kindOf,
  routeOf: (pathname) => (calls.has(pathname) ? pathname : kindOf(pathname)),
});

function kindOf(pathname: string): string {
  if (pathname === '/api/events') return 'live';
  const [, first = ''] = pathname.split('/');
  if (['rpc', 'functions', 'api', 'photos', 'assets'].includes(first)) return first;
  return /^\/(healthz|readyz|metrics)$/.test(pathname) ? 'health' : 'page';
}
