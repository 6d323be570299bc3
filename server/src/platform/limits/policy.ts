/**
 * The limits for one address and for one account. The people of an office, a clinic or a waiting room share an address.
 * An address may therefore call several times as often as an account. The use cases check narrower limits. For example,
 * they limit password attempts on one account, posts by one member, and photos of one lead (a person without an
 * account).
 */
const MINUTE_S = 60;
const HOUR_S = 3600;

export interface Allowance {
  readonly max: number;
  readonly window_s: number;
}

export interface Limit {
  /** Paths of procedures and routes, without the query. A path that ends with a slash covers everything below it. */
  readonly paths: readonly string[];
  readonly address: Allowance;
  /** Allowance of a signed-in caller. */
  readonly account?: Allowance;
  /** The maximum number of calls in progress for one account, or for one address if nobody is signed in. */
  readonly atOnce: number;
}

const searchPages = ['/community/search', '/practitioners'];

export const policy = {
  /** Each call checks and hashes a password and sends an email. */
  signUps: {
    paths: ['/api/auth/sign-up/email'],
    address: { max: 120, window_s: HOUR_S },
    atOnce: 6,
  },
  /** Each call asks the payment provider several times. The provider limits the calls of all our members together. */
  checkouts: {
    paths: ['/api/checkout/start', '/rpc/preview_plan_change', '/rpc/change_plan'],
    address: { max: 300, window_s: HOUR_S },
    account: { max: 60, window_s: HOUR_S },
    atOnce: 6,
  },
  /**
   * Each call costs money, and its text message may reach a stranger's phone. The use case also limits the codes per
   * phone number.
   */
  smsCodes: {
    paths: ['/rpc/ask_sms_code'],
    address: { max: 30, window_s: 24 * HOUR_S },
    account: { max: 5, window_s: 24 * HOUR_S },
    atOnce: 1,
  },
  /** A doctor uploads nine images for a simulation, and a patient uploads three photos. */
  uploads: {
    paths: [
      '/rpc/upload_lead_photo',
      '/rpc/upload_user_photo',
      '/rpc/upload_my_avatar',
      '/rpc/upload_rendering',
      '/rpc/upload_community_image',
      '/rpc/upload_treatment_photo',
      '/rpc/upload_clinical_photo',
      '/rpc/upload_my_clinical_photo',
      '/rpc/admin_import_photo',
    ],
    address: { max: 1500, window_s: HOUR_S },
    account: { max: 500, window_s: HOUR_S },
    atOnce: 9,
  },
  /** A person who types sends about ten of these calls a minute. */
  searches: {
    paths: [
      '/rpc/search_community',
      '/rpc/search_practitioners',
      '/rpc/suggest_people',
      '/rpc/suggest_cities',
      '/rpc/suggest_tags',
      ...searchPages.flatMap((path) => [path, `/fr${path}`]),
    ],
    address: { max: 600, window_s: MINUTE_S },
    account: { max: 120, window_s: MINUTE_S },
    atOnce: 4,
  },
  /**
   * Each call computes every free appointment slot of a month. A person who looks for a slot opens only a few months.
   */
  slots: {
    paths: ['/rpc/list_slots', '/rpc/admin_list_slots'],
    address: { max: 600, window_s: MINUTE_S },
    account: { max: 60, window_s: MINUTE_S },
    atOnce: 3,
  },
  /** Each call reserves an appointment slot for half an hour, so that nobody else can book it. */
  takes: {
    paths: ['/rpc/take_appointment'],
    address: { max: 200, window_s: 24 * HOUR_S },
    account: { max: 20, window_s: 24 * HOUR_S },
    atOnce: 4,
  },
  /**
   * Readers and search engines without an account call these paths. Each page of the library counts the replies of
   * twenty threads.
   */
  library: {
    paths: [
      '/library',
      '/library/',
      '/fr/library',
      '/fr/library/',
      '/rpc/get_library_page',
      '/rpc/get_library_thread',
      '/rpc/list_library',
    ],
    address: { max: 600, window_s: MINUTE_S },
    atOnce: 40,
  },
  /** Each call reads every thread that is public on the web. */
  librarySitemap: {
    paths: ['/sitemap-library.xml'],
    address: { max: 30, window_s: MINUTE_S },
    atOnce: 2,
  },
  /** Each like notifies up to two hundred readers. */
  likes: {
    paths: ['/rpc/set_liked'],
    address: { max: 600, window_s: MINUTE_S },
    account: { max: 60, window_s: MINUTE_S },
    atOnce: 8,
  },
  /**
   * Each call may notify another person and send them an email. The use cases keep no count, because an invitation that
   * is revoked and a request that is withdrawn leave no row.
   */
  invitations: {
    paths: ['/rpc/invite_to_channel', '/rpc/rpc_join_channel'],
    address: { max: 600, window_s: HOUR_S },
    account: { max: 100, window_s: HOUR_S },
    atOnce: 8,
  },
  /** The two browsers of a video visit need about forty signals to connect, and each polls every few seconds. */
  video: {
    paths: ['/rpc/enter_video_visit', '/rpc/send_video_signal', '/rpc/take_video_signals'],
    address: { max: 2400, window_s: MINUTE_S },
    account: { max: 300, window_s: MINUTE_S },
    atOnce: 6,
  },
  papers: {
    paths: [
      '/rpc/get_plan_document',
      '/rpc/get_invoice_pdf',
      '/rpc/get_appointment_quote',
      '/rpc/get_appointment_receipt',
      '/rpc/admin_export_dispute',
      '/rpc/admin_get_quote',
      '/rpc/admin_export_share_statement',
      '/rpc/get_passport_document',
      '/rpc/export_case',
    ],
    address: { max: 120, window_s: 10 * MINUTE_S },
    account: { max: 40, window_s: 10 * MINUTE_S },
    atOnce: 2,
  },
  /** Calendar programs call every quarter of an hour, and all programs of a clinic share one address. */
  calendars: {
    paths: ['/calendar/'],
    address: { max: 300, window_s: 10 * MINUTE_S },
    atOnce: 8,
  },
  /**
   * Each call opens and hashes a dozen stored images, or makes a dozen links to stored images. Anyone who has a
   * verification code or a share link may call.
   */
  proofs: {
    paths: ['/rpc/verify_signature', '/rpc/get_shared_simulation'],
    address: { max: 300, window_s: 10 * MINUTE_S },
    account: { max: 100, window_s: 10 * MINUTE_S },
    atOnce: 4,
  },
  /** The size of a part of an export is 4 MB. A part stays in memory until its reader has received it. */
  downloads: {
    paths: ['/api/exports/'],
    address: { max: 300, window_s: HOUR_S },
    account: { max: 60, window_s: HOUR_S },
    atOnce: 2,
  },
  exports: {
    paths: ['/rpc/request_my_export', '/rpc/admin_export_appointments', '/rpc/export_lot'],
    address: { max: 60, window_s: HOUR_S },
    account: { max: 20, window_s: HOUR_S },
    atOnce: 1,
  },
} as const satisfies Record<string, Limit>;

/**
 * The usual rate at which visitors sign up, request a link or leave an email address: from one address, and from all
 * addresses together. Above one of these rates, a caller must send a proof of work (`ask-for-proof.ts`).
 */
export const usualPace = {
  address: { max: 20, window_s: HOUR_S },
  overall: { max: 300, window_s: 10 * MINUTE_S },
} as const;

/** Limits for the size of request bodies. Bodies are counted in kB by their declared length. */
export const bodies = {
  /**
   * Bodies below this size are not counted. Texts that people type are smaller, so their calls need no database query
   * to count the body.
   */
  counted_from_kB: 64,
  address: { max: 4_000_000, window_s: HOUR_S },
  account: { max: 1_500_000, window_s: HOUR_S },
  /** Limit for all bodies in progress in this process. A body stays in memory until its request is processed. */
  under_way_kB: 96_000,
  /**
   * The share of `under_way_kB` for one account, or for one address if nobody is signed in. It prevents a slow sender
   * from blocking other senders.
   */
  of_one_kB: 40_000,
} as const;

/**
 * The maximum number of open live streams in this process: for one account, for one address, and in total. All tabs of
 * a browser share one stream.
 */
export const streams = { ofAccount: 20, ofAddress: 300, all: 5000 } as const;

/**
 * The maximum number of connections from one address to this process. It applies only if there is no proxy in front of
 * the process.
 */
export const connectionsOfAddress = 400;
