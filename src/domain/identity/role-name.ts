type Variant = 'GLOBAL' | 'TNBX';

/** Role name of administrators of variant TNBX (docs/rules.md#roles). */
const TNBX_OPERATIONS = 'TNBxOps';

/** Returns the role name that the identity service stores for a new administrator. */
export const adminRoleName = (variant: Variant): string => (variant === 'TNBX' ? TNBX_OPERATIONS : 'Admin');

/** Returns whether a user with this role name may use a deployment of this variant. */
export const fitsVariant = (roleName: string, variant: Variant): boolean =>
  roleName !== TNBX_OPERATIONS || variant === 'TNBX';
