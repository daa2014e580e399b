import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { weekdayText } from '@/shared/domain/formats'
import { saveProblem } from '@/shared/ui/save-problem'
import { calendarKey, entriesKey, waitingKey } from './api/entries.query'
import { saveMove } from './api/move.mutation'
import type { Day } from './days'
import { type Entry, isScheduled, keyOf } from './entry'
import { clockOfMinutes } from './zone'

type Asked = { seen: Entry; moved: Entry; isUndo?: boolean }

/**
 * Saves moves. The entry stands in its new place at once; where the database refuses, it goes to where it is by now, and
 * the reason is said there. `flashing` is the key of an entry that stands elsewhere than the person thought.
 */
export function useSaveMove(zone: string, onShow: (day: Day) => void) {
  const queryClient = useQueryClient()
  const [flashing, setFlashing] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flash = useCallback((key: string) => {
    clearTimeout(timer.current)
    setFlashing(key)
    timer.current = setTimeout(() => setFlashing(null), 2600)
  }, [])

  const saving = useMutation({
    mutationFn: ({ seen, moved }: Asked) => saveMove(seen, moved, zone),
    onMutate: async ({ seen, moved }) => {
      await queryClient.cancelQueries({ queryKey: calendarKey })
      place(queryClient, seen, moved)
    },
    onSuccess: async (_, { seen, moved, isUndo }) => {
      await queryClient.invalidateQueries({ queryKey: calendarKey })
      if (isUndo) return
      const id = `moved-${keyOf(seen)}`
      notifications.show({
        id,
        title: isScheduled(moved) ? `Moved to ${whenText(moved)}` : 'Taken out of the calendar',
        message: (
          <Button
            size="compact-xs"
            variant="light"
            mt={4}
            onClick={() => {
              notifications.hide(id)
              const now = known(queryClient, seen)
              if (now) saving.mutate({ seen: now, moved: { ...seen, mark: now.mark }, isUndo: true })
            }}
          >
            Undo
          </Button>
        ),
        autoClose: 6000,
      })
    },
    onError: async (error, { seen, moved }) => {
      await queryClient.invalidateQueries({ queryKey: calendarKey })
      const now = known(queryClient, seen)
      flash(keyOf(seen))
      notifications.show({
        color: 'red',
        title: `Not moved: ${seen.title}`,
        message: (
          <>
            {saveProblem(error)}
            {now && isScheduled(now) && now.firstDay !== moved.firstDay ? (
              <Button size="compact-xs" variant="light" mt={4} display="block" onClick={() => onShow(now.firstDay)}>
                Show {weekdayText(now.firstDay)}
              </Button>
            ) : null}
          </>
        ),
        autoClose: 10_000,
      })
    },
  })
  return { save: (seen: Entry, moved: Entry) => saving.mutate({ seen, moved }), flashing }
}

const whenText = (entry: Entry): string =>
  [weekdayText(entry.firstDay), entry.from === null ? null : clockOfMinutes(entry.from)].filter(Boolean).join(', ')

/** Puts an entry where it will stand, in everything that was read. */
function place(queryClient: QueryClient, seen: Entry, moved: Entry): void {
  const others = (entries: readonly Entry[]) => entries.filter((one) => keyOf(one) !== keyOf(seen))
  for (const [queryKey, entries] of queryClient.getQueriesData<Entry[]>({ queryKey: entriesKey })) {
    const [, , from, to] = queryKey
    const isIn = isScheduled(moved) && moved.firstDay <= String(to) && moved.lastDay >= String(from)
    if (entries)
      queryClient.setQueryData(queryKey, isIn ? [...others(entries), moved].toSorted(byStart) : others(entries))
  }
  queryClient.setQueryData<Entry[]>(waitingKey, (waiting) =>
    waiting ? (isScheduled(moved) ? others(waiting) : [moved, ...others(waiting)]) : waiting,
  )
}

const byStart = (one: Entry, other: Entry): number =>
  one.firstDay.localeCompare(other.firstDay) || (one.from ?? -1) - (other.from ?? -1)

/** The entry as it was read last. */
function known(queryClient: QueryClient, entry: Entry): Entry | undefined {
  const read = queryClient.getQueriesData<Entry[]>({ queryKey: calendarKey })
  for (const [, entries] of read) {
    const found = Array.isArray(entries)
      ? entries.find((one) => 'kind' in one && keyOf(one) === keyOf(entry))
      : undefined
    if (found && 'mark' in found) return found
  }
  return undefined
}
