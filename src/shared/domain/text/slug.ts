import { foldAccents } from './fold-accents'

/** A name as a part of an address: `Closed for Christmas!` → `closed-for-christmas`. At most 80 characters. */
export const slugOf = (name: string): string =>
  foldAccents(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')
