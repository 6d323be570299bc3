/** The page on which a role starts after sign-in: a path of the site, without its language. */
export function startOf(role: 'patient' | 'practitioner' | 'desk' | 'admin'): string {
  return { admin: '/admin', desk: '/desk', practitioner: '/studio', patient: '/dashboard' }[role];
}
