import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { notifyWithUndo } from '@/kit/confirm'
import { insertRow, removeRow, saveVersioned } from '@/kit/save/save-row'
import { dayAfter } from '@/shared/domain/time/days'
import { saveProblem } from '@/shared/hooks/save-problem'
import { copyWeek } from './api/schedule.mutation'
import { type Shift, scheduleKey, type Template, type Week, weekQuery } from './api/schedule.query'
import { wallClock } from '@/shared/domain/time/zoned'
import { movedTo, spanOf } from './week'

/** The target of a shift: person and day. */
export type Target = { user_id: string; day: string }

const row = ({ user_id, starts_at, ends_at, break_minutes, place, work_centre_id, note }: Omit<Shift, 'id'>) => ({
  user_id,
  starts_at,
  ends_at,
  break_minutes,
  place,
  work_centre_id,
  note,
})

/**
 * The actions of planners in a week's grid. A moved shift changes place at once; when the database refuses, it returns
 * and the reason is shown.
 */
export function usePlanning(zone: string, monday: string) {
  const queryClient = useQueryClient()
  const key = weekQuery(zone, monday).queryKey
  const say = (title: string) => (error: Error) =>
    notifications.show({ color: 'red', title, message: saveProblem(error), autoClose: 10_000 })
  const onSettled = () => queryClient.invalidateQueries({ queryKey: scheduleKey })
  const put = (id: string, change: Partial<Shift>) =>
    queryClient.setQueryData<Week>(key, (week) =>
      week
        ? { ...week, shifts: week.shifts.map((shift) => (shift.id === id ? { ...shift, ...change } : shift)) }
        : week,
    )

  const moving = useActMutation({
    mutationFn: ({ shift, to }: { shift: Shift; to: Target }) =>
      saveVersioned({
        table: 'shifts',
        what: 'this shift',
        row: shift,
        values: { user_id: to.user_id, ...movedTo(zone, shift, to.day) },
      }),
    onMutate: async ({ shift, to }) => {
      await queryClient.cancelQueries({ queryKey: key })
      put(shift.id, { user_id: to.user_id, ...movedTo(zone, shift, to.day) })
    },
    onError: (error, { shift }) => {
      put(shift.id, shift)
      say('Not moved')(error)
    },
    onSettled,
  })
  const adding = useActMutation({
    mutationFn: (values: ReturnType<typeof row>) => insertRow({ table: 'shifts', what: 'shifts', values }),
    onError: say('Not added'),
    onSettled,
  })
  const removing = useActMutation({
    mutationFn: (shift: Shift) => removeRow({ table: 'shifts', what: 'this shift', id: shift.id }),
    onSuccess: (_, shift) => notifyWithUndo('Shift removed', () => adding.mutate(row(shift))),
    onError: say('Not removed'),
    onSettled,
  })
  const copying = useActMutation({ mutationFn: () => copyWeek(dayAfter(monday, -7), monday), onSettled })

  return {
    move: (shift: Shift, to: Target) => {
      if (shift.user_id === to.user_id && wallClock(zone, shift.starts_at).day === to.day) return
      moving.mutate({ shift, to })
    },
    addTemplate: (template: Template, { user_id, day }: Target) => {
      const { starts, ends, break_minutes, place, work_centre_id } = template
      adding.mutate({
        user_id,
        ...spanOf(zone, day, starts, ends),
        break_minutes,
        place,
        work_centre_id,
        note: null,
      })
    },
    remove: (shift: Shift) => removing.mutate(shift),
    copying,
  }
}
