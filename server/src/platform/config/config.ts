/** An OpenID provider that identifies doctors by their registration number. */
export interface OpenIdConfig {
  /** The name on the button. */
  readonly name: string;
  /** Address of the provider's discovery document. */
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** The values of the claim `acr` that prove a sign-in with two factors. A sign-in with any other value is refused. */
  readonly acr: readonly string[];
  /** Claim that contains the registration number. */
  readonly registrationClaim: string;
}

/** The provider that carries text messages. */
export interface SmsConfig {
  /** Origin of the provider's API, without a slash at its end. */
  readonly url: string;
  readonly apiKey: string;
  /** Our phone number in E.164 format. People's replies go to it. */
  readonly from: string;
  /** Ed25519 public key, 32 bytes. It verifies the signatures of the provider's webhook events. */
  readonly publicKey: Buffer;
}

/** The place where photos and other objects are stored. */
export type StorageConfig =
  | { readonly kind: 'folder'; readonly dir: string }
  | {
      readonly kind: 's3';
      /** Address of an S3-compatible server. If absent, Amazon S3 is used. */
      readonly endpoint?: string | undefined;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

/**
 * Master keys that wrap the data keys of persons. New data keys are wrapped with `current`. The other master keys only
 * unwrap older data keys. They are needed until all older data keys are rewrapped.
 */
export interface MasterKeys {
  readonly current: string;
  /** Master keys of 32 bytes by id. */
  readonly ring: ReadonlyMap<string, Buffer>;
}

/** The whole configuration of the service. It is read once at start, from the environment and the secrets file. */
export interface Config {
  readonly nodeEnv: 'development' | 'test' | 'production';
  readonly port: number;
  /**
   * The role of this process: answer requests (`web`), deliver events and run jobs (`worker`), or both. A worker also
   * listens on the port, but no traffic is routed to it.
   */
  readonly role: 'all' | 'web' | 'worker';
  /**
   * Milliseconds between the moment when /readyz starts to report that the process is stopping, and the moment when the
   * process closes its port. The value must be longer than the interval between two checks of the load balancer.
   */
  readonly drainMs: number;
  /** Origin under which browsers reach the service, without a trailing slash, such as http://localhost:4600. */
  readonly publicUrl: string;
  /** Database URL with the login for requests. This login owns nothing and cannot become app_system. */
  readonly databaseUrl: string;
  /**
   * Database URL with the service's own login, for jobs and events. Outside production it defaults to `databaseUrl`.
   */
  readonly systemUrl: string;
  /** Database URL with the role that owns the tables and runs migrations. Defaults to `databaseUrl`. */
  readonly ownerUrl: string;
  /** Absolute path of the folder for everything stored on this machine. */
  readonly dataDir: string;
  /** If absent, emails are stored in the table `mailbox` and shown at /dev/mailbox. */
  readonly smtpUrl?: string | undefined;
  /** The sender of every email, such as `Flaira <care@flaira.example>`. */
  readonly mailFrom: string;
  readonly storage: StorageConfig;
  readonly photoMasterKeys: MasterKeys;
  /** If absent, payments go through the built-in test checkout, which exists only outside production. */
  readonly stripe?:
    | {
        readonly secretKey: string;
        readonly webhookSecret: string;
        /** Origin of a stand-in for Stripe. If absent, Stripe is used. */
        readonly url?: string | undefined;
      }
    | undefined;
  /**
   * If absent, there are no push messages. Keys are in base64url. `services` lists the hosts to which push messages may
   * be sent; their subdomains are included.
   */
  readonly push?:
    | { readonly publicKey: string; readonly privateKey: string; readonly services: readonly string[] }
    | undefined;
  /**
   * If absent, production sends no text messages. Outside production, messages are then stored in the table
   * `sms_mailbox` and shown at /dev/sms.
   */
  readonly sms?: SmsConfig | undefined;
  /**
   * If absent, signatures get no timestamp. `url` is the address of an RFC 3161 service. `roots` is in PEM; if it is
   * absent, the public roots are trusted.
   */
  readonly timestamps?: { readonly url: string; readonly roots?: string | undefined } | undefined;
  /**
   * If absent, registrations of French doctors are not looked up. `url` is the address of the register's FHIR service,
   * without a slash at its end.
   */
  readonly annuaireSante?: { readonly url: string; readonly key: string } | undefined;
  /**
   * Servers through which the two browsers of a video visit find each other. `stunUrls` may be empty. Without `turn`,
   * no server relays the connection.
   */
  readonly ice: {
    readonly stunUrls: readonly string[];
    readonly turn?: { readonly urls: readonly string[]; readonly secret: string } | undefined;
  };
  /** OpenID provider with which doctors may sign in. If absent, the sign-in page does not offer this way to sign in. */
  readonly openId?: OpenIdConfig | undefined;
  /** Secret that signs the session cookies and encrypts second factors. */
  readonly authSecret: string;
  /**
   * Earlier values of `authSecret`, newest first. They only decrypt second factors that were encrypted with an earlier
   * value.
   */
  readonly authSecretsBefore?: readonly string[];
  /** Hours after which a sign-in session ends, even if it is in use. */
  readonly sessionHours: { readonly patient: number; readonly staff: number };
  /** Hours within which a practitioner should answer a question in the community. */
  readonly answerHours: number;
  /**
   * How many questions for practitioners one person may have open at the same time (`open`), and may write in seven
   * days (`week`).
   */
  readonly questionLimits: { readonly open: number; readonly week: number };
  /** Months after which a practitioner must review a community guide again. */
  readonly guideMonths: number;
  /**
   * Seed of the Ed25519 key that signs heads of the audit log, 32 bytes. If absent, heads are not signed. It may be
   * absent only outside production.
   */
  readonly auditKey?: Buffer | undefined;
  /** Secret of 32 bytes that signs links. Other signatures and keyed hashes of the service use it too. */
  readonly linkKey: Buffer;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Milliseconds above which a database statement is logged as slow. */
  readonly slowQueryMs: number;
  /**
   * If absent, there is no tracing. `endpoint` is the address of an OTLP collector, without a slash at its end. `share`
   * is the fraction of requests that are traced, from 0 to 1.
   */
  readonly traces?:
    | { readonly endpoint: string; readonly share: number; readonly headers: Readonly<Record<string, string>> }
    | undefined;
  /** Token that gives access to /metrics. If absent, only requests from this machine can read the metrics. */
  readonly metricsToken?: string | undefined;
  /** True if our own proxy sets X-Forwarded-Proto and the last entry of X-Forwarded-For. */
  readonly trustProxy: boolean;
  /**
   * Header in which our own proxy names the visitor's country, as two letters. If absent, the language of the page
   * decides the region.
   */
  readonly countryHeader?: string | undefined;
}
