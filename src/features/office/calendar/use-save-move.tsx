import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { once } from '@/kit/confirm'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { weekdayText } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { calendarKey, entriesKey, waitingKey } from './api/entries.query'
import { saveMove, tellMoved } from './api/move.mutation'
import type { Day } from './days'
import { type Entry, isSamePlan, isScheduled, keyOf } from './entry'
import { clockOfMinutes } from './zone'

type Asked = { seen: Entry; moved: Entry; isUndo?: boolean }

type MoveOptions = {
  onShow: (day: Day) => void
  /** Who of a moved entry does not work at its time, as sentences without their full stop. The move stands. */
  warningsOf: (moved: Entry) => string[]
}

/**
 * Saves moves one after another. The entry moves on the screen at once; when the database refuses, it returns to its
 * stored place and shows the reason. A second move before the first is answered still has the old mark: the person's
 * own first move is no conflict. `flashing`: the key of an entry that returned.
 */
export function useSaveMove(zone: string, { onShow, warningsOf }: MoveOptions) {
  const queryClient = useQueryClient()
  const [flashing, setFlashing] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flash = useCallback((key: string) => {
    clearTimeout(timer.current)
    setFlashing(key)
    timer.current = setTimeout(() => setFlashing(null), 2600)
  }, [])

  /** By entry: the last requested move, and the marks replaced by its saved moves, with the current one. */
  const last = useRef(new Map<string, Asked>())
  const marks = useRef(new Map<string, string>())
  const markOf = (seen: Entry) => `${keyOf(seen)} ${seen.mark}`

  const saving = useActMutation({
    scope: { id: 'calendar-moves' },
    mutationFn: ({ seen, moved }: Asked) =>
      saveMove({ ...seen, mark: marks.current.get(markOf(seen)) ?? seen.mark }, moved, zone),
    onMutate: async (asked) => {
      last.current.set(keyOf(asked.seen), asked)
      await queryClient.cancelQueries({ queryKey: calendarKey })
      place(queryClient, asked.seen, asked.moved)
    },
    onSuccess: async (_, asked) => {
      const { seen, moved, isUndo } = asked
      await queryClient.invalidateQueries({ queryKey: calendarKey })
      const now = known(queryClient, seen)
      if (now && isSamePlan(now, moved)) marks.current.set(markOf(seen), now.mark)
      const next = last.current.get(keyOf(seen))
      if (next && next !== asked) return place(queryClient, seen, next.moved)
      if (isUndo) return
      const id = `moved-${keyOf(seen)}`
      // The mail about a moved appointment is sent only when the person asks for it.
      const asksToTell = seen.kind === 'booking' && isScheduled(moved)
      const warnings = warningsOf(moved)
      notifications.hide(id)
      notifications.show({
        id,
        ...(warnings.length > 0 ? { color: 'orange' } : {}),
        title: isScheduled(moved) ? `Moved to ${whenText(moved)}` : 'Taken out of the calendar',
        message: (
          <>
            {warnings.length > 0 ? `${warnings.join(', ')}. ` : null}
            {asksToTell ? 'The client does not know yet.' : null}
            <Group gap="xs" mt={4}>
              {asksToTell ? (
                <Button
                  size="compact-xs"
                  onClick={once(() => {
                    notifications.hide(id)
                    tellMoved(seen.id).then(
                      () => notifications.show({ message: 'The client is told by mail.' }),
                      (error: unknown) => notifications.show({ color: 'red', message: saveProblem(error) }),
                    )
                  })}
                >
                  Tell the client
                </Button>
              ) : null}
              <Button
                size="compact-xs"
                variant="light"
                onClick={once(() => {
                  notifications.hide(id)
                  const now = known(queryClient, seen)
                  if (now) saving.mutate({ seen: now, moved: { ...seen, mark: now.mark }, isUndo: true })
                })}
              >
                Undo
              </Button>
            </Group>
          </>
        ),
        autoClose: asksToTell ? false : warnings.length > 0 ? 15_000 : 6000,
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

/** Moves the entry in every cached list. */
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

/** The entry from its last read. */
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
