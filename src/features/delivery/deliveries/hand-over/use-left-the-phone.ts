import { useState } from 'react'
import type { OutboxEntry } from '@/shared/domain/records/outbox'

/**
 * The hand-over that is sent while the delivery on this screen is still the one before it: the network may be gone again, or
 * another tab sent it. Null when the delivery was read anew. `items`: those of the delivery. `forget`: the person withdrew it.
 */
export function useLeftThePhone(
  waiting: readonly OutboxEntry[],
  items: readonly unknown[],
): { entry: OutboxEntry | null; forget: () => void } {
  const now = JSON.stringify(items)
  const [last, setLast] = useState<{ entry: OutboxEntry; items: string } | null>(null)
  const entry = waiting.at(-1)
  if (entry && (last?.entry !== entry || last.items !== now)) setLast({ entry, items: now })
  return {
    entry: !entry && last?.items === now ? last.entry : null,
    forget: () => setLast(null),
  }
}
