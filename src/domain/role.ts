/** Roles of people; each may do everything that the roles before it may. See docs/reference/roles.md. */
export const ROLES = ['viewer', 'packer', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export function isRole(word: string): word is Role {
  return (ROLES as readonly string[]).includes(word);
}
