import type { KnownKind, LoadKinds } from './outbox-kind'

/** The kinds of a test, loaded on demand. */
export const kindsFrom = (load: () => Promise<readonly KnownKind[]>): LoadKinds => ({
  kindOf: async (asked) => (await load()).find(({ name }) => name === asked),
  prefetch: () => {},
})
