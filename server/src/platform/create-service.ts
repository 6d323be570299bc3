import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyRouter } from '@orpc/server';
import type { Accounts } from './domain.ts';
import { apiRoute } from './http/api-route.ts';
import { authRoute } from './http/auth-route.ts';
import { createHttpServer, type HttpServer } from './http/create-http-server.ts';
import { createBodyMemory } from './http/body-memory.ts';
import { callsIn } from './http/calls.ts';
import { createEarlierAssets } from './http/earlier-assets.ts';
import { eventsRoute } from './http/events-route.ts';
import type { Route } from './http/exchange.ts';
import type { Counters } from './http/faults.ts';
import { createGate } from './http/gate.ts';
import { healthRoute } from './http/health-route.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { hasMailbox, mailboxRoute } from './http/mailbox-route.ts';
import { photoRoute } from './http/photo-route.ts';
import { routeNames } from './http/route-names.ts';
import { referenceRoute } from './http/reference-route.ts';
import { paymentWebhookRoute } from './payments/webhook-route.ts';
import { testCheckoutRoute } from './payments/test-checkout/test-checkout-route.ts';
import { firstViewsWith } from './http/first-views.ts';
import { inProcessCalls } from './http/in-process-calls.ts';
import { loadRenderer, warmUp } from './http/page-renderer.ts';
import { readSite } from './http/site.ts';
import { siteRoute } from './http/site-route.ts';
import type { Context } from './context.ts';
import { hasSmsMailbox, smsMailboxRoute } from './sms/mailbox-route.ts';
import { smsWebhookRoute } from './sms/webhook-route.ts';
import type { ObjectStore } from './storage/object-store.ts';
import { createAskForProof, type UsualPace } from './limits/ask-for-proof.ts';
import { usualPace } from './limits/policy.ts';
import { createLimits } from './limits/create-limits.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { createRefusalWatch, type WatchLimits } from './refusals/refusal-watch.ts';

/** Memory for uploads in progress, in bytes. It is enough for a dozen phone photos, or for two of the largest files. */
const MAX_BODIES_BYTES = 64 * 1024 * 1024;

export interface ServiceParts {
  readonly context: Context;
  /** Object store with the files of earlier releases. */
  readonly objects: ObjectStore;
  readonly router: AnyRouter;
  readonly accounts: Accounts;
  /** Whether the public pages are open to visitors. */
  readonly isPublished: () => Promise<boolean>;
  /** Routes of domains that are not procedures, such as the site map. */
  readonly domainRoutes: readonly Route[];
  /** Folder of the web build. If the folder does not exist, the service serves no pages. */
  readonly siteFolder: string;
  /** For tests: how many refusals make a caller suspicious, and how long a suspicious caller waits. */
  readonly refusals?: Partial<WatchLimits>;
  /** For tests: the rate above which a proof of work is required. If null, no proof is ever required. */
  readonly pace?: UsualPace | null;
}

/** Creates the HTTP server of the service with its routes in order. */
export async function createService(parts: ServiceParts): Promise<HttpServer> {
  const { context, objects, router, accounts, siteFolder } = parts;
  const { config, log, db, photos, realtime, tracing } = context;
  const counters: Counters = { faults: 0, unavailable: 0 };
  const leaving = new AbortController();
  const stopping = new AbortController();
  const site = await readSite(siteFolder);
  const earlier = site && createEarlierAssets({ ...context, site, objects, key: config.linkKey });
  const gate = createGate(accounts);
  const pace = parts.pace === undefined ? usualPace : parts.pace;
  const limits = createLimits(db, pace ? createAskForProof(db, config.linkKey, pace) : undefined);
  const calls = callsIn(router);
  const procedures = inProcessCalls(router, calls, accounts);
  const renderer = site?.renderer ? await loadRenderer(siteFolder, site.renderer) : undefined;
  if (site && renderer) {
    const visitor = { kind: 'visitor', language: 'en' } as const;
    const service = procedures({ caller: visitor, headers: new Headers(), requestId: '', ip: '' });
    await warmUp({ renderer, origin: config.publicUrl, pages: site.rendered, service }).catch((error: unknown) =>
      log.warn({ err: error }, 'pages were not drawn ahead'),
    );
  }
  const names = routeNames(calls);
  const watch = createRefusalWatch({ ...context, key: config.linkKey }, parts.refusals);
  const metrics = createMetrics({ context, routes: names, counters, watch });
  const routes: Route[] = [
    metricsRoute(metrics, config.metricsToken),
    healthRoute(db, counters, leaving.signal),
    authRoute(accounts),
    eventsRoute({ realtime, accounts, limits, stopping: stopping.signal, onStream: metrics.streams }),
    referenceRoute(),
    paymentWebhookRoute(context),
    ...(config.sms ? [smsWebhookRoute(context, config.sms.publicKey)] : []),
    ...(context.payments.provider === 'test' ? [testCheckoutRoute(context)] : []),
    // The routes of domains must come before the procedures, because apiRoute answers 404 to every other path under
    // /api.
    ...parts.domainRoutes,
    apiRoute({ calls, gate, limits, holdBody: createBodyMemory(MAX_BODIES_BYTES), log, counters, tracing, watch }),
    photoRoute(photos, watch),
    ...(hasMailbox(config) ? [mailboxRoute(db)] : []),
    ...(hasSmsMailbox(config) ? [smsMailboxRoute(db)] : []),
    ...(site && earlier
      ? [
          siteRoute({
            site,
            earlier,
            accounts,
            isHttps: config.publicUrl.startsWith('https:'),
            render: renderer?.drawPage,
            firstView: renderer && firstViewsWith({ draw: renderer.drawFirstView, procedures, log }),
            procedures,
            isPublished: parts.isPublished,
          }),
        ]
      : []),
  ];
  const server = createHttpServer({
    config,
    log,
    counters,
    routes,
    gate,
    limits,
    names,
    tracing,
    onAnswer: metrics.answered,
  });
  return {
    listen: server.listen,
    async stop() {
      leaving.abort();
      await sleep(config.drainMs);
      stopping.abort();
      await server.stop();
      earlier?.stop();
      await watch.flush();
    },
  };
}
