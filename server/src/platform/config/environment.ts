import * as z from 'zod';

const key32 = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in base64');

const hours = z.coerce.number().min(0.25).max(8784);
const isOn = z.enum(['0', '1', 'false', 'true']).transform((text) => text === '1' || text === 'true');
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.parse(url)?.origin === url.replace(/\/$/, ''), 'must be an origin without a path');

/** Format `id:base64,id:base64`. The first key is the current one. */
const keyRing = z.string().transform((text, check) => {
  const ring = new Map<string, Buffer>();
  for (const entry of text.split(',')) {
    const [id = '', value = ''] = entry.trim().split(':');
    const key = key32.safeParse(value);
    if (!/^[\w-]{1,40}$/.test(id) || ring.has(id)) check.addIssue('ids must be unique words');
    else if (!key.success) check.addIssue(`key ${id} must be 32 bytes in base64`);
    else ring.set(id, key.data);
  }
  return ring;
});

/** Several addresses, separated by commas. */
const addresses = z.string().transform((text) => text.split(',').map((address) => address.trim()));

const words = z.string().transform((text) => text.trim().split(/\s+/));

/** Format `name=value,name=value`. Values are percent-encoded (`%20`). */
const headerList = z
  .string()
  .transform((text) => Object.fromEntries(new URLSearchParams(text.replaceAll('+', '%2B').replaceAll(',', '&'))));

/**
 * Parses the environment variables of the service. `faults.mjs` checks the variables first and reports each invalid
 * value in a sentence. docs/operations.md explains each name.
 */
export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4600),
  PROCESS_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  SYSTEM_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).max(200).optional(),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_REGION: z.string().min(1).default('eu-west-3'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /**
   * A single master key with the id `first`. If PHOTO_MASTER_KEYS is set too, the first key in that list stays the
   * current key. If that list has a key with the id `first`, PHOTO_MASTER_KEY is ignored.
   */
  PHOTO_MASTER_KEY: key32.optional(),
  PHOTO_MASTER_KEYS: keyRing.optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must begin with sk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  /** Origin of Stripe's API. If absent, Stripe is used. */
  STRIPE_URL: origin.optional(),
  /** Key pair of web push (P-256, base64url). Without it there are no push messages. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  /** Hosts of the browsers' push services, separated by commas. Each host includes its subdomains. */
  PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com')
    .transform((text) => text.split(',').map((host) => host.trim())),
  /** API key of the provider of text messages (Telnyx). Without it, production sends no text messages. */
  SMS_API_KEY: z.string().min(1).optional(),
  /** Our phone number, to which people can reply. */
  SMS_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +33612345678')
    .optional(),
  /** Public key that verifies the provider's webhook events. */
  SMS_PUBLIC_KEY: key32.optional(),
  /** Origin of the provider's API. The default is Telnyx itself. */
  SMS_URL: origin.default('https://api.telnyx.com'),
  /** Timestamp service (RFC 3161) for signatures. Without it, signatures get no timestamp. */
  TIMESTAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Root certificates for the timestamp service, in PEM. Without them the public roots are trusted. */
  TIMESTAMP_ROOTS: z.string().includes('BEGIN CERTIFICATE').optional(),
  /** FHIR service of the French register of health professionals, and its access key. */
  ANNUAIRE_SANTE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ANNUAIRE_SANTE_KEY: z.string().min(1).optional(),
  /**
   * STUN and TURN servers of video visits, separated by commas, and the secret that the TURN servers share with the
   * service.
   */
  STUN_URLS: addresses.default([]),
  TURN_URLS: addresses.default([]),
  TURN_SECRET: z.string().min(16).optional(),
  /**
   * OpenID provider for doctors, such as Pro Santé Connect. If absent, the sign-in page does not offer this way to sign
   * in.
   */
  OPENID_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENID_NAME: z.string().min(1).max(60).optional(),
  OPENID_CLIENT_ID: z.string().min(1).optional(),
  OPENID_CLIENT_SECRET: z.string().min(1).optional(),
  /** The values of the claim `acr` that prove a sign-in with two factors. Spaces separate the values. */
  OPENID_ACR: words.default([]),
  OPENID_SCOPES: words.default(['openid']),
  /** Claim that contains the registration number. The default is the claim of Pro Santé Connect. */
  OPENID_NUMBER_CLAIM: z.string().min(1).default('SubjectNameID'),
  /** Seed of the Ed25519 key that signs heads of the audit log. */
  AUDIT_KEY: key32.optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /**
   * Earlier values of AUTH_SECRET, newest first, separated by commas. They decrypt second factors that were encrypted
   * with an earlier value.
   */
  AUTH_SECRETS_BEFORE: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters each')))
    .default([]),
  /** Hours after which a sign-in session ends, even if it is in use. */
  SESSION_HOURS_PATIENT: hours.default(30 * 24),
  SESSION_HOURS_STAFF: hours.default(12),
  /** Hours within which a practitioner should answer a question in the community. */
  COMMUNITY_ANSWER_HOURS: hours.default(48),
  /**
   * How many questions for practitioners one person may have open at the same time, and how many that person may write
   * in seven days.
   */
  COMMUNITY_QUESTIONS_OPEN: z.coerce.number().int().min(1).max(1000).default(3),
  COMMUNITY_QUESTIONS_WEEK: z.coerce.number().int().min(1).max(1000).default(5),
  /** Months after which a practitioner must review a community guide again. */
  COMMUNITY_GUIDE_MONTHS: z.coerce.number().int().min(1).max(60).default(12),
  LINK_KEY: key32,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).default(500),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Collector of traces (OTLP over HTTP). Without it there is no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers for the collector, for example with the key of a hosted collector. Format `name=value,name=value`. */
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  TRUST_PROXY: isOn.default(false),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{2,60}$/)
    .optional(),
});

export type Environment = z.output<typeof Environment>;
