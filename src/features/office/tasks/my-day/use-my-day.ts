import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { keepsWork, useKeptReads } from '@/kit/kept-reads/use-kept-reads'
import { useLive } from '@/kit/live/use-live'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { topics } from '@/shared/domain/records/nudge'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { whenIdle } from '@/shared/lib/when-idle'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type DayLine, myDayKey, myDayQuery } from '../api/my-day/my-day.query'
import { taskDetailQuery } from '../api/detail/task-detail.query'
import { orderMyDay } from '../api/my-day/order-my-day.mutation'
import { taskKey } from '../api/tasks.query'
import { sayError } from '../detail/toasts'
import { arranged } from './day'

/** The lines of this person's day in their order, live. `order` puts them into another one; without ids into that of time. */
export function useMyDay() {
  const { id, rights } = useCurrentUser()
  const queryClient = useQueryClient()
  const { role } = rights
  useLive(myDayKey, [
    { topic: topics.user(id), tables: ['day_places', 'tasks'] },
    { page: 'tasks', tables: ['tasks'] },
    { page: 'production', tables: ['job_steps', 'jobs'] },
    { page: 'jobs', tables: ['job_steps', 'jobs'] },
    { page: 'deliveries', tables: ['deliveries'] },
    { page: 'orders', tables: ['orders'] },
    { page: 'quotations', tables: ['quotations'] },
    ...(role ? [{ topic: topics.role(role), tables: ['bookings', 'shifts'] }] : []),
  ])
  const read = useQuery(myDayQuery)
  const lines = useMemo(() => read.data && arranged(read.data), [read.data])
  useKeptTasks(lines ?? none, read.isSuccess)
  const { mutate: order } = useActMutation({
    mutationFn: orderMyDay,
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey: myDayKey })
      queryClient.setQueryData<DayLine[]>(myDayKey, (before) =>
        before?.map((line) => ({ ...line, place: ids.includes(line.id) ? ids.indexOf(line.id) + 1 : null })),
      )
    },
    onError: (error) => sayError(saveProblem(error), 'Your order was not saved'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: myDayKey }),
  })
  return { read, lines, order }
}

const none: readonly DayLine[] = []
/** The most tasks of a day that a device reads before anybody opens them. */
const mostRead = 20

/** Keeps the day and its tasks on a phone, so that both can be read where there is no network. */
function useKeptTasks(lines: readonly DayLine[], isRead: boolean): void {
  const queryClient = useQueryClient()
  const tasks = useMemo(() => lines.flatMap(({ kind, id }) => (kind === 'task' ? id : [])).slice(0, mostRead), [lines])
  useKeptReads([myDayKey, ...tasks.map(taskKey)], isRead)
  useEffect(() => {
    if (!keepsWork()) return
    return whenIdle(() => {
      for (const id of tasks) void queryClient.prefetchQuery(taskDetailQuery(id))
    })
  }, [queryClient, tasks])
}
