/** Returns the page that opens after sign-in for a role, as a path without the language. */
export function startOf(role: 'patient' | 'practitioner' | 'desk' | 'admin'): string {
  return { admin: '/admin', desk: '/desk', practitioner: '/studio', patient: '/dashboard' }[role];
}
