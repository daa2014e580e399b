import type { Block, BlockKind } from './site-blocks'

const kinds: Readonly<Record<BlockKind, true>> = {
  opening: true,
  text: true,
  pictures: true,
  services: true,
  prices: true,
  reviews: true,
  place: true,
  people: true,
  before_after: true,
  action: true,
  tips: true,
  steps: true,
}

/**
 * Whether this is a block that this version of the app can show. The database checked its fields, so visitors do not load the rules
 * of `site-blocks.ts`.
 */
export const isKnownBlock = (value: unknown): value is Block =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  Object.hasOwn(kinds, value.kind)
