import { hasPermission, type PermissionName, type Rights } from '@/shared/domain/people/permission'

/** The root of everything that the catalogue reads: invalidate it and every open list reads again. */
export const catalogueKey = ['catalogue'] as const

type Kind = 'bit_types' | 'material_types' | 'variant_colors' | 'pricing_ranges' | 'brands'

/**
 * The rights to add, change and remove records of a kind: the action's own permission, or the one to manage the kind
 * (spec 2 §6).
 */
export function keepers(kind: Kind) {
  const holds = (name: PermissionName) => (rights: Rights) =>
    hasPermission(rights, name) || hasPermission(rights, `manage_${kind}`)
  return { add: holds(`create_${kind}`), change: holds(`edit_${kind}`), remove: holds(`delete_${kind}`) }
}
