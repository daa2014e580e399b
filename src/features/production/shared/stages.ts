import { statusOf } from '@/documents/statuses'
import { transitionsOf } from '@/documents/transitions'

/** The columns of the board, in the order of a job's life. */
export const stages = ['new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready'] as const
export type Stage = (typeof stages)[number]

export const isStage = (status: string): status is Stage => stages.some((stage) => stage === status)

/** Jobs that still have to be made or handed over. */
export const openStatuses = [...stages, 'on_hold'] as const
export const stageLabel = (status: string): string => statusOf('job', status)?.label ?? status

/** Where a person may move a job from this stage, and what that is called. */
export const movesFrom = (status: string): { to: Stage; action: string }[] =>
  transitionsOf('job').flatMap(({ from, to, through, action }) =>
    from === status && through === null && isStage(to) ? [{ to, action }] : [],
  )

/** Why a card cannot be put into a column, as a sentence; null when it can. The database decides. */
export const whyNotMove = (from: string, to: Stage): string | null =>
  from === to || movesFrom(from).some((move) => move.to === to)
    ? null
    : from === 'on_hold'
      ? 'This job is on hold. Resume it first.'
      : `A job does not go from ${stageLabel(from)} to ${stageLabel(to)}.`
