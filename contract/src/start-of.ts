/** Where a role starts after sign-in: a path of the site, without its language. */
export function startOf(role: 'patient' | 'practitioner' | 'admin'): string {
  return { admin: '/admin', practitioner: '/studio', patient: '/dashboard' }[role];
}
