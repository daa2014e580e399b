import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { amount, anything, fields, text } from '@/shared/domain/records/mini-schema'
import { forgetKey, keysFrom, memory, memoryOfVisit, storedText } from '@/shared/lib/memory'

/** `at`: when the server answered, in ms. */
const keptSchema = fields({ key: text, at: amount, data: anything })

/** The most reads of a person on one device, and the most characters of one and of all: the outbox needs room beside them. */
export const mostReads = 80
const mostLetters = 100_000
const mostInAll = 2_000_000

const prefix = (userId: string) => `signwright-visit:${userId}:read:`
const memoryOf = (userId: string, key: QueryKey) => memoryOfVisit(userId, `read:${hashKey(key)}`, keptSchema)

/** JSON knows no maps and sets: what has one is not kept. */
const isPlain = (_: string, value: unknown) => {
  if (value instanceof Map || value instanceof Set) throw new TypeError('It cannot be kept as text')
  return value
}

function isKeepable(data: unknown): boolean {
  try {
    return JSON.stringify(data, isPlain).length <= mostLetters
  } catch {
    return false
  }
}

/** Forgets the reads of longest ago beyond the most that are kept. */
function forgetOldest(userId: string): void {
  const reads = keysFrom(prefix(userId)).map((key) => ({ key, letters: storedText(key)?.length ?? 0 }))
  let room = mostInAll
  if (reads.length <= mostReads && reads.every(({ letters }) => (room -= letters) >= 0)) return
  const aged = reads.map((read) => ({ ...read, at: memory(read.key, keptSchema).read()?.at ?? 0 }))
  room = mostInAll
  for (const [place, { key, letters }] of aged.toSorted((a, b) => b.at - a.at).entries())
    if ((room -= letters) < 0 || place >= mostReads) forgetKey(key)
}

function keep(userId: string, { queryKey, state }: Query): void {
  const { data, dataUpdatedAt: at } = state
  const kept = memoryOf(userId, queryKey)
  if (data === null || !isKeepable(data)) return kept.forget()
  kept.keep({ key: hashKey(queryKey), at, data })
  forgetOldest(userId)
}

const isUnanswered = ({ state }: Query): boolean =>
  state.data === undefined &&
  (state.fetchStatus === 'paused' || (state.status === 'error' && isUnreachable(state.error)))

function restore(userId: string, query: Query): void {
  const kept = memoryOf(userId, query.queryKey).read()
  if (kept === null) return
  const { status } = query.state
  // It keeps its error, so that it is read again as soon as somebody answers.
  query.setState({ data: kept.data, dataUpdatedAt: kept.at, status: status === 'error' ? status : 'success' })
}

/**
 * Keeps on this device what the server answers to the wanted queries, for this person and until the sign-out, and shows it
 * where nobody answers (decision 1056). A record that is gone, or that the person may not see any more, is forgotten.
 * Returns the function that ends it.
 */
export function keepReads(queryClient: QueryClient, userId: string, isWanted: (query: Query) => boolean): () => void {
  const cache = queryClient.getQueryCache()
  const look = (query: Query) => (isWanted(query) && isUnanswered(query) ? restore(userId, query) : undefined)
  for (const query of cache.getAll()) {
    if (isWanted(query) && query.state.status === 'success' && query.state.fetchStatus === 'idle') keep(userId, query)
    else look(query)
  }
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || !isWanted(event.query)) return
    if (event.action.type === 'success' && event.action.manual !== true) keep(userId, event.query)
    else look(event.query)
  })
}
