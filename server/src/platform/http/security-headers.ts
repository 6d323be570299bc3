import type { ServerResponse } from 'node:http';

/** The hash (`sha256-…`) of each inline script and style of a page. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Returns the Content-Security-Policy of a page. Scripts and styles must come from our files, or be in the page with a
 * hash in this policy. WebAssembly may be compiled, because the face detector needs it. Nothing is loaded from other
 * hosts, except the frame of a video that the reader started.
 */
export function contentSecurityPolicy({ scripts, styles }: InlineHashes, isHttps: boolean): string {
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${quoted(scripts)}`,
    `style-src 'self'${quoted(styles)}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "font-src 'self'",
    // Hosts of videos that members link to. Nothing is loaded from them before the reader presses play.
    "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://geo.dailymotion.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

const nothingInline = { scripts: [], styles: [] };
const plainPolicy = {
  http: contentSecurityPolicy(nothingInline, false),
  https: contentSecurityPolicy(nothingInline, true),
};

/** Paths of video visits. Only these pages may use the microphone and share a screen. */
const VISIT = /^(?:\/fr)?\/visit\/[^/]+\/?$/;

const permissionsPolicy = (path: string): string => {
  const [microphone, screen] = VISIT.test(path) ? ['(self)', '(self)'] : ['()', '()'];
  return `camera=(self), microphone=${microphone}, display-capture=${screen}, geolocation=(), browsing-topics=()`;
};

/**
 * Sets the headers of every response. A route may restrict them further, or remove those that its files do not need.
 * `path` does not include the query.
 */
export function setSecurityHeaders(res: ServerResponse, isHttps: boolean, path: string): void {
  res.setHeader('Content-Security-Policy', isHttps ? plainPolicy.https : plainPolicy.http);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Referrer-Policy', 'same-origin');
  res.setHeader('Permissions-Policy', permissionsPolicy(path));
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('X-Frame-Options', 'DENY');
  if (isHttps) res.setHeader('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
}

/** Headers that browsers apply only to documents and workers. */
const OF_DOCUMENTS = [
  'Content-Security-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'X-Frame-Options',
] as const;
/**
 * Further headers that the files of a page do not need. The request id is of no use, because nobody searches the log
 * for the request of a file. Other sites may load these files, so Cross-Origin-Resource-Policy is not needed either.
 */
const OF_ANSWERS = ['X-Request-Id', 'Referrer-Policy', 'Cross-Origin-Resource-Policy'] as const;

function dropDocumentHeaders(res: ServerResponse): void {
  for (const name of OF_DOCUMENTS) res.removeHeader(name);
}

/**
 * Sets the headers of a response that contains data, not a page. Even if a browser opens the response as a page,
 * nothing in it can run, and no site can put it in a frame.
 */
export function setDataHeaders(res: ServerResponse): void {
  dropDocumentHeaders(res);
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
}

/**
 * Removes the headers that parts of a page do not need. Parts are style sheets, fonts, and scripts other than workers.
 * A page has a hundred such small files, and their headers would be larger than the files.
 */
export function dropHeadersOfParts(res: ServerResponse): void {
  dropDocumentHeaders(res);
  for (const name of OF_ANSWERS) res.removeHeader(name);
  // Node adds a Keep-Alive header unless Connection is set here.
  res.setHeader('Connection', 'keep-alive');
}
