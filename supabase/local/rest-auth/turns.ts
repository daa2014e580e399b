import type { Caller, Engine } from '../contracts.ts'

/** Runs work of the same key one after another, in the order in which it came. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    const settled = turn.catch(() => {})
    last.set(key, settled)
    try {
      return await turn
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}

export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Whose turn a request takes, or null for none. PGlite has one session: of each person and each address one request waits
 * for it, so that nobody waits behind all of another.
 */
export const turnOfCaller = (
  engine: Engine,
  { role, userId }: Pick<Caller, 'role' | 'userId'>,
  address: string,
): string | null => (engine.kind !== 'pglite' || role === 'service_role' ? null : (userId ?? address))
