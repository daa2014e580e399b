import { useDialog } from '@/kit/dialog/use-dialog'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { isOnSite } from '@/shared/domain/records/work-centre'
import { useRights } from '@/shared/hooks/current-user'
import { inOrder, isStartable } from '../../shared/card'
import { isMade, isOver } from '../../shared/job-status'
import type { Job } from '../api/job.query'
import { useStepWork } from './use-step-work'

export type JobStep = Job['steps'][number]

/** The allowed changes of an open step. `up`, `down`: the step that it moves behind; undefined: it cannot move there. */
export type StepPlan = { up: string | null | undefined; down: string | undefined }

/** The steps of a job in order, what this person may do with them, and the dialogs that change one. */
export function useJobSteps(job: Job) {
  const rights = useRights()
  const finish = useDialog('finish')
  const skip = useDialog('skip')
  const edit = useDialog('job-step')
  const work = useStepWork()
  const mayWork = can(rights, 'production', 'edit') || can(rights, 'jobs', 'edit')
  const mayPlan = mayWork && !(job.status === 'qc' || isMade(job.status))
  const steps = inOrder(job.steps)
  /** What is done on site is planned and changed until the job is handed over. */
  const mayChange = (step: JobStep) => mayPlan || (mayWork && isOnSite(step, job.steps) && !isOver(job.status))
  const isTodo = (step: JobStep | undefined) => step?.status === 'todo'
  const planOf = (step: JobStep): StepPlan | null => {
    if (!mayChange(step) || !isStartable(step)) return null
    const place = steps.indexOf(step)
    return {
      // A place before a step that has begun is refused: it is not offered.
      up: isTodo(step) && isTodo(steps[place - 1]) ? (steps[place - 2]?.id ?? null) : undefined,
      down: isTodo(step) ? steps[place + 1]?.id : undefined,
    }
  }
  return {
    job,
    steps,
    mayWork,
    mayPlan,
    maySkip: hasPermission(rights, 'skip_steps'),
    mayChange,
    planOf,
    work,
    finish,
    skip,
    edit,
  }
}
export type StepsOfJob = ReturnType<typeof useJobSteps>
