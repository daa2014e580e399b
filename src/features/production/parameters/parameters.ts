import { hasPermission, type Rights } from '@/shared/domain/people/permission'

/** The root of everything that the parameters read. */
export const parametersKey = ['parameters'] as const

const keeps = (rights: Rights) => hasPermission(rights, 'manage_cnc_parameters')
const keepsPrices = (rights: Rights) => keeps(rights) && hasPermission(rights, 'view_cnc_pricing')
const keepsInks = (rights: Rights) => keeps(rights) && hasPermission(rights, 'view_financial_data')

/** The right to edit machine parameters, prices of machine work, and ink costs. */
export const keepers = { add: keeps, change: keeps, remove: keeps }
export const priceKeepers = { add: keepsPrices, change: keepsPrices, remove: keepsPrices }
export const inkKeepers = { add: keepsInks, change: keepsInks, remove: keepsInks }
