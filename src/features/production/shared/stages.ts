import { statusOf } from '@/documents/statuses'
import { transitionsOf } from '@/documents/transitions'
import { linkTo } from '@/shared/lib/address'
import type { JobCard } from './api/cards.query'
import { benchSteps } from './card'

/** The columns of the board, in the order of a job's life. */
export const stages = ['new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready'] as const
export type Stage = (typeof stages)[number]

export const isStage = (status: string): status is Stage => stages.some((stage) => stage === status)

/** Jobs that still have to be made or handed over. */
export const openStatuses = [...stages, 'on_hold'] as const
export const stageLabel = (status: string): string => statusOf('job', status)?.label ?? status

/**
 * The stages to which a person may move a job from this one, in the order of a job's life, and the labels of the moves.
 * Quality control has its own dialog.
 */
export const movesFrom = (status: string): { to: Stage; action: string }[] =>
  transitionsOf('job')
    .flatMap(({ from, to, through, action }) =>
      from === status && (through === null || through === 'check_job') && isStage(to) ? [{ to, action }] : [],
    )
    .toSorted((one, other) => stages.indexOf(one.to) - stages.indexOf(other.to))

/** True when a move needs answers first: the results of open steps and the use of reserved material. */
export const asksFirst = ({ status, steps }: Pick<JobCard, 'status' | 'steps'>, to: string): boolean =>
  (status === 'qc' && to === 'ready') || (to === 'qc' && benchSteps(steps).length > 0)

/** The page of a job with the dialog that asks before it goes to this stage. */
export const handOverPath = (jobId: string, to: string): string =>
  `${linkTo('/jobs')}?job=${jobId}&dialog=job.${to === 'ready' ? 'pass' : 'hand'}`

/** Why a card cannot be put into a column, as a sentence; null when it can. The database decides. */
export const whyNotMove = (from: string, to: Stage): string | null =>
  from === to || movesFrom(from).some((move) => move.to === to)
    ? null
    : from === 'on_hold'
      ? 'This job is on hold. Resume it first.'
      : `A job does not go from ${stageLabel(from)} to ${stageLabel(to)}.`
