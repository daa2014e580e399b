import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notifyWithUndo } from '@/kit/confirm'
import { dayBegins } from '@/kit/planning/spent'
import { workloadKey, workloadQuery } from '@/kit/planning/workload.query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { beginOf, type Plan } from '@/shared/domain/planning/plan'
import type { PlanStep, Workload } from '@/shared/domain/planning/workload'
import { zoneOfTimes } from '@/shared/domain/text/formats'
import { dayIn, instantOf } from '@/shared/domain/time/zoned'
import { saveProblem } from '@/shared/hooks/save-problem'
import { planSteps, type StepMove } from './api/plan.mutation'

/** A step and the day that it gets, perhaps at another work centre; null takes its day away. */
export type Wanted = { step: PlanStep; day: string | null; centre?: string }

type Act = { moves: StepMove[]; back: StepMove[]; said: string; isUndo: boolean }

/** In minutes of the clock: no step of a day begins later. */
const latestBegin = 17 * 60

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The moment of each step on its day: behind what is planned there before it, and behind those that move with it. */
function momentsOf(workload: Workload, plan: Plan, wanted: readonly Wanted[]): (string | null)[] {
  const taken = new Map<string, number>()
  return wanted.map(({ step, day, centre }) => {
    if (day === null) return null
    const place = `${centre ?? step.centre} ${day}`
    const before = taken.get(place) ?? 0
    taken.set(place, before + step.minutes)
    const begin = Math.min(latestBegin, dayBegins + Math.floor(beginOf(workload, plan, step.id, day) + before))
    return new Date(instantOf(zoneOfTimes(), day, clockOf(begin))).toISOString()
  })
}

const stored = ({ id, mark, starts_at, centre }: PlanStep, hasCentre: boolean): StepMove => ({
  id,
  mark,
  starts_at,
  ...(hasCentre ? { centre } : {}),
})

/**
 * Stores days of steps: they move at once, all or none, with one way back. When somebody was faster they return, and
 * the notice says who and where to.
 */
export function usePlanMoves(workload: Workload | undefined, plan: Plan | undefined) {
  const queryClient = useQueryClient()
  const place = (moves: readonly StepMove[], marks: Readonly<Record<string, string>> = {}) =>
    queryClient.setQueryData(workloadQuery.queryKey, (now) => now && moved(now, moves, marks))
  const undo = useRef<(act: Act) => void>(() => undefined)
  const saving = useActMutation({
    scope: { id: 'plan' },
    mutationFn: ({ moves }: Act) => planSteps(moves),
    onMutate: async ({ moves }) => {
      await queryClient.cancelQueries({ queryKey: workloadKey, exact: true })
      place(moves)
    },
    onSuccess: (marks, { moves, back, said, isUndo }) => {
      place(moves, marks)
      if (isUndo) return notifications.show({ message: said })
      notifyWithUndo(said, () =>
        undo.current({
          moves: back.map((move) => ({ ...move, mark: marks[move.id] ?? move.mark })),
          back: [],
          said: 'The days are as they were.',
          isUndo: true,
        }),
      )
    },
    onError: (error, { back }) => {
      place(back)
      notifications.show({ color: 'red', title: 'Not moved', message: saveProblem(error), autoClose: 10_000 })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: workloadKey, exact: true }),
  })
  const { mutate } = saving
  useEffect(() => {
    undo.current = mutate
  }, [mutate])
  const move = (wanted: readonly Wanted[], said: string) => {
    if (!workload || !plan || wanted.length === 0) return
    const moments = momentsOf(workload, plan, wanted)
    mutate({
      moves: wanted.map(({ step, centre }, at) => ({
        id: step.id,
        mark: step.mark,
        starts_at: moments[at] ?? null,
        ...(centre === undefined || centre === step.centre ? {} : { centre }),
      })),
      back: wanted.map(({ step, centre }) => stored(step, centre !== undefined && centre !== step.centre)),
      said,
      isUndo: false,
    })
  }
  return { move, isSaving: saving.isPending }
}

/** The open work after these moves. */
function moved(workload: Workload, moves: readonly StepMove[], marks: Readonly<Record<string, string>>): Workload {
  const byId = new Map(moves.map((move) => [move.id, move]))
  return {
    ...workload,
    jobs: workload.jobs.map((job) =>
      job.steps.some(({ id }) => byId.has(id))
        ? {
            ...job,
            steps: job.steps.map((step) => {
              const move = byId.get(step.id)
              if (!move) return step
              return {
                ...step,
                starts_at: move.starts_at,
                day: move.starts_at === null ? null : dayIn(zoneOfTimes(), move.starts_at),
                mark: marks[step.id] ?? step.mark,
                ...(move.centre === undefined ? {} : { centre: move.centre }),
              }
            }),
          }
        : job,
    ),
  }
}
