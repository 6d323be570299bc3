/**
 * Maps the models of Better Auth to our tables (migration 0005). Better Auth's field names are camelCase, and our
 * columns are snake_case. A request cannot set the fields that are declared with `input: false`.
 */

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

export const userModel = {
  modelName: 'users',
  fields: { emailVerified: 'email_verified', ...timestamps },
  additionalFields: {
    first_name: { type: 'string', required: false, defaultValue: '' },
    last_name: { type: 'string', required: false, defaultValue: '' },
    phone: { type: 'string', required: false },
    language: { type: 'string', required: false, defaultValue: 'en' },
    lead_id: { type: 'string', required: false, returned: false },
    role: { type: 'string', required: false, defaultValue: 'patient', input: false },
    plan: { type: 'string', required: false, defaultValue: 'free', input: false },
    is_demo: { type: 'boolean', required: false, defaultValue: false, input: false },
    suspended_at: { type: 'date', required: false, input: false },
  },
} as const;

export const sessionModel = {
  modelName: 'sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    ...timestamps,
  },
  additionalFields: {
    second_factor: { type: 'boolean', required: false, defaultValue: false, input: false },
    confirmed_at: { type: 'date', required: false, input: false, returned: false },
    used_at: { type: 'date', required: false, input: false },
    ends_at: { type: 'date', required: false, input: false, returned: false },
    country: { type: 'string', required: false, input: false, returned: false },
    method: { type: 'string', required: false, input: false, returned: false },
  },
} as const;

export const accountModel = {
  modelName: 'accounts',
  fields: {
    userId: 'user_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    ...timestamps,
  },
} as const;

export const verificationModel = {
  modelName: 'verifications',
  // The identifier is the secret in an emailed link or in a cookie, so only its hash is stored.
  storeIdentifier: 'hashed',
  fields: { expiresAt: 'expires_at', ...timestamps },
} as const;

export const rateLimitModel = { modelName: 'rate_limits', fields: { lastRequest: 'last_request' } } as const;

export const twoFactorSchema = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const;

export const passkeySchema = {
  passkey: {
    modelName: 'passkeys',
    fields: {
      userId: 'user_id',
      credentialID: 'credential_id',
      publicKey: 'public_key',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
} as const;
