import { isOver, type OutboxEntry, outboxEntrySchema } from '@/shared/domain/records/outbox'
import { forgetKey, keysFrom, memory, onKeysChangedElsewhere } from '@/shared/lib/memory'

/** A person's actions in this browser that the server has not confirmed. They survive a reload and a sign-out. */
export type OutboxMemory = {
  read: () => OutboxEntry[]
  /** Keeps the current entry, or forgets it when it is final. Returns whether the browser stored it. */
  keep: (entry: OutboxEntry) => boolean
  /** Calls back with every entry that another tab changes. Returns how to stop. */
  onChangedElsewhere: (heard: (entry: OutboxEntry) => void) => () => void
}

const prefixOf = (userId: string) => `signwright-outbox:${userId}:`

/** Every entry has its own key, so two tabs that add entries at once do not overwrite each other. */
export function outboxMemory(userId: string): OutboxMemory {
  const prefix = prefixOf(userId)
  const at = (id: string) => memory(prefix + id, outboxEntrySchema)
  return {
    read: () =>
      keysFrom(prefix)
        .map((key) => memory(key, outboxEntrySchema).read())
        .filter((entry) => entry !== null),
    keep: (entry) => {
      // The last word stays behind in the storage event of the other tabs: it tells how the entry ended.
      const isKept = at(entry.id).keep(entry)
      if (isOver(entry)) forgetKey(prefix + entry.id)
      return isKept
    },
    onChangedElsewhere: (heard) => onKeysChangedElsewhere(prefix, outboxEntrySchema, heard),
  }
}
