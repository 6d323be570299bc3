/** An OpenID provider that knows doctors by their registration number. */
export interface OpenIdConfig {
  /** The name on the button. */
  readonly name: string;
  /** Address of its discovery document. */
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** Values of `acr` that stand for two factors. A sign-in with any other is refused. */
  readonly acr: readonly string[];
  /** Claim with the registration number. */
  readonly registrationClaim: string;
}

/** The provider that carries text messages. */
export interface SmsConfig {
  /** Origin of its interface, without a slash at its end. */
  readonly url: string;
  readonly apiKey: string;
  /** Our number, E.164. Replies arrive there. */
  readonly from: string;
  /** Ed25519 key that checks its notices, 32 bytes. */
  readonly publicKey: Buffer;
}

/** Where encrypted objects are stored. */
export type StorageConfig =
  | { readonly kind: 'folder'; readonly dir: string }
  | {
      readonly kind: 's3';
      /** Absent for Amazon itself. */
      readonly endpoint?: string | undefined;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

/**
 * Master keys that wrap the data keys of persons. New keys are wrapped with `current`; the others can decrypt old ones
 * until all are rewrapped.
 */
export interface MasterKeys {
  readonly current: string;
  /** Key id → 32 bytes. */
  readonly ring: ReadonlyMap<string, Buffer>;
}

/** The whole configuration of the service, read once at start from the environment and the secrets file. */
export interface Config {
  readonly nodeEnv: 'development' | 'test' | 'production';
  readonly port: number;
  /** The role of this process: answer requests (`web`), deliver events and run jobs (`worker`), or both. A worker also listens, but no traffic is routed to it. */
  readonly role: 'all' | 'web' | 'worker';
  /**
   * After a request to stop, /readyz reports for this long (milliseconds) that the process is leaving, before it closes
   * its port. It must be longer than the interval of the balancer's checks.
   */
  readonly drainMs: number;
  /** Origin under which browsers reach the service, without a trailing slash: http://localhost:4600. */
  readonly publicUrl: string;
  /** Connection of the login that answers requests: it owns nothing and cannot become app_system. */
  readonly databaseUrl: string;
  /** Connection of the service's own login, for jobs and events; defaults to `databaseUrl`, outside production only. */
  readonly systemUrl: string;
  /** Connection of the role that owns the tables and migrates; defaults to `databaseUrl`. */
  readonly ownerUrl: string;
  /** Absolute path of the folder for everything stored on this machine. */
  readonly dataDir: string;
  /** Absent: mail is kept in the table `mailbox` and shown at /dev/mailbox. */
  readonly smtpUrl?: string | undefined;
  /** The sender of every mail, `Flaira <care@flaira.example>`. */
  readonly mailFrom: string;
  readonly storage: StorageConfig;
  readonly photoMasterKeys: MasterKeys;
  /** Absent: payments go through the built-in test checkout, outside production only. */
  readonly stripe?:
    | {
        readonly secretKey: string;
        readonly webhookSecret: string;
        /** Origin of a stand-in. Absent: Stripe itself. */
        readonly url?: string | undefined;
      }
    | undefined;
  /**
   * Absent: there are no push messages. Keys in base64url; `services`: hosts that may be asked to push, and their
   * subdomains.
   */
  readonly push?:
    | { readonly publicKey: string; readonly privateKey: string; readonly services: readonly string[] }
    | undefined;
  /** Absent: outside production text messages are kept in the table `sms_mailbox` and shown at /dev/sms; in production there are none. */
  readonly sms?: SmsConfig | undefined;
  /** Absent: signatures get no timestamp. `url` of an RFC 3161 service; `roots` in PEM, absent: the public roots. */
  readonly timestamps?: { readonly url: string; readonly roots?: string | undefined } | undefined;
  /** Absent: registrations of French doctors are not looked up. `url` of the FHIR service of the register, without a slash at its end. */
  readonly annuaireSante?: { readonly url: string; readonly key: string } | undefined;
  /** Servers through which the two browsers of a video visit find each other. `stunUrls` may be empty; without `turn` nothing is relayed. */
  readonly ice: {
    readonly stunUrls: readonly string[];
    readonly turn?: { readonly urls: readonly string[]; readonly secret: string } | undefined;
  };
  /** OpenID provider that doctors may sign in with. Absent: this sign-in is not offered. */
  readonly openId?: OpenIdConfig | undefined;
  /** Secret of the session cookies; it also seals second factors. */
  readonly authSecret: string;
  /** Earlier values, newest first. They only open second factors that were sealed with them. */
  readonly authSecretsBefore?: readonly string[];
  /** Hours after which a session ends, even if it is in use. */
  readonly sessionHours: { readonly patient: number; readonly staff: number };
  /** Hours within which a practitioner should answer a question in the community. */
  readonly answerHours: number;
  /** Questions for practitioners that one person may have open at once, and may ask in seven days. */
  readonly questionLimits: { readonly open: number; readonly week: number };
  /** Months after which a guide of a community is due for review again. */
  readonly guideMonths: number;
  /**
   * Seed of the Ed25519 key that signs heads of the audit log, 32 bytes. Absent: heads are not signed, which is allowed
   * outside production only.
   */
  readonly auditKey?: Buffer | undefined;
  /** Secret of the signed links, 32 bytes. */
  readonly linkKey: Buffer;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Statements that take longer are logged, in milliseconds. */
  readonly slowQueryMs: number;
  /**
   * Absent: there is no tracing. `endpoint` of an OTLP collector without a slash at its end, `share` of all requests
   * that are traced, 0 to 1.
   */
  readonly traces?:
    | { readonly endpoint: string; readonly share: number; readonly headers: Readonly<Record<string, string>> }
    | undefined;
  /** Token that opens /metrics. Absent: only this machine can read it. */
  readonly metricsToken?: string | undefined;
  /** True: our own proxy sets the last entry of X-Forwarded-For, and X-Forwarded-Proto. */
  readonly trustProxy: boolean;
  /** Header in which our own proxy says the visitor's country, as two letters. Absent: the language of the page decides the region. */
  readonly countryHeader?: string | undefined;
}
