/**
 * The input of a sign-up. It is sent to Better Auth, our authentication library. The library's own client is not used,
 * because it is too large for a public page.
 */
export interface SignUp {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  phone: string;
  language: 'en' | 'fr';
  lead_id: string;
  /** The page that the link in the confirmation email opens. */
  callbackURL: string;
}

/** The error of a refused sign-up. `reasons` are set only for the code weak_password. */
export class SignUpError extends Error {
  readonly code: string;
  readonly status: number;
  readonly reasons: readonly string[];
  /** The number of seconds to wait after too many attempts. */
  readonly retry_after_s: number | undefined;

  constructor(message: string, code: string, status: number, reasons: readonly string[], retry_after_s?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.reasons = reasons;
    this.retry_after_s = retry_after_s;
  }

  get isWeakPassword(): boolean {
    return this.code.toLowerCase() === 'weak_password';
  }
}

/**
 * Signs a person up. The response is the same for a new address and for an address that already has an account, so that
 * nobody can find out who is a patient.
 */
export async function signUp(person: SignUp): Promise<{ user_id: string }> {
  // This module is loaded only when the person signs up, and not with the page.
  const { fetchWithProof } = await import('#web/lib/fetch-with-proof.ts');
  const response = await fetchWithProof('/api/auth/sign-up/email', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...person, name: `${person.first_name} ${person.last_name}` }),
  });
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (!response.ok) throw refusal(response.status, body);
  const user = body.user as { id?: string } | undefined;
  return { user_id: user?.id ?? '' };
}

/**
 * Returns the error of a refused sign-up. If the service refuses a call because of a limit, the response gives the time
 * to wait in `data`, and repeats the code as the message. A code is not a sentence, so it must not be shown.
 */
export function refusal(status: number, body: Record<string, unknown>): SignUpError {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const data = (body.data ?? {}) as Record<string, unknown>;
  const reasons = Array.isArray(body.reasons) ? body.reasons.filter((reason) => typeof reason === 'string') : [];
  return new SignUpError(
    text(body.message) === text(body.code) ? text(body.description) : text(body.message) || text(body.description),
    text(body.code),
    status,
    reasons,
    Number(body.retry_after_s ?? data.retry_after_s) || undefined,
  );
}
