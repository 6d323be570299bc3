/** Returns the page on which a role starts after sign-in, as a path without the language. */
export function startOf(role: 'patient' | 'practitioner' | 'desk' | 'admin'): string {
  return { admin: '/admin', desk: '/desk', practitioner: '/studio', patient: '/dashboard' }[role];
}
