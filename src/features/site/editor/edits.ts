import { type Block, type BlockKind, blockFields, isBlock, mostBlocks } from '@/shared/domain/web/site-blocks'
import { newId } from '@/shared/lib/new-id'

/** The kinds of blocks, as the menu that adds one names them. */
export const kindWords: Readonly<Record<BlockKind, string>> = {
  opening: 'Opening',
  text: 'Text',
  pictures: 'Pictures',
  services: 'Services',
  prices: 'Prices',
  reviews: 'Reviews',
  place: 'Map and hours',
  people: 'People',
  before_after: 'Before and after',
  action: 'Call to action',
  tips: 'Tips',
  steps: 'Steps',
}
export const kinds = Object.keys(kindWords).filter((kind): kind is BlockKind => Object.hasOwn(blockFields, kind))

/** A new block without words. */
const newBlock = (kind: BlockKind): Block => {
  const block: unknown = { id: newId(), kind }
  if (!isBlock(block)) throw new Error(`There is no block ${kind}.`)
  return block
}

/** The value with another one at that place: `people.0.name`. */
function put(into: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const next = (was: unknown) => (rest.length === 0 ? value : put(was, rest, value))
  if (Array.isArray(into)) return into.map((one: unknown, place) => (String(place) === name ? next(one) : one))
  const fields = typeof into === 'object' && into !== null ? into : {}
  return { ...fields, [name]: next(Reflect.get(fields, name)) }
}

/** The block with another value at that place: null where the rules of blocks refuse it. */
export function withValue(block: Block, at: string, value: unknown): Block | null {
  const next = put(block, at.split('.'), value)
  return isBlock(next) ? next : null
}

const entriesOf = (block: Block, list: string): unknown[] => {
  const entries: unknown = Reflect.get(block, list)
  return Array.isArray(entries) ? entries : []
}

/** The block with one more entry in a list; null when the list is full. */
export const withEntry = (block: Block, list: string, entry: object = {}): Block | null =>
  withValue(block, list, [...entriesOf(block, list), entry])

/** The block without one entry of a list. */
export const withoutEntry = (block: Block, list: string, place: number): Block | null =>
  withValue(block, list, entriesOf(block, list).toSpliced(place, 1))

/** The block with one entry of a list a place before or behind. */
export const withMovedEntry = (block: Block, list: string, place: number, by: -1 | 1): Block | null =>
  withValue(block, list, movedIn(entriesOf(block, list), place, place + by))

/** The list with one of its members at another place; unchanged when there is no such place. */
export function movedIn<One>(all: readonly One[], from: number, to: number): One[] {
  const one = all[from]
  if (one === undefined || to < 0 || to >= all.length) return [...all]
  return all.toSpliced(from, 1).toSpliced(to, 0, one)
}

/** The page with a new block at that place; null when the page is full. */
export const withBlock = (blocks: readonly Block[], at: number, kind: BlockKind): Block[] | null =>
  blocks.length >= mostBlocks ? null : blocks.toSpliced(at, 0, newBlock(kind))
