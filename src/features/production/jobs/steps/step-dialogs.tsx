import { ReasonDialog } from '@/kit/record/reason-dialog'
import { jobsKey } from '../../shared/api/cards.query'
import { skipStep } from '../api/step.mutation'
import { EditJobStep } from './edit-job-step'
import { FinishStep } from './finish-step'
import type { StepsOfJob } from './use-job-steps'

/** The dialogs of the steps: a new or changed step, the end of one, the reason why one is not needed. */
export function StepDialogs({ of }: { of: StepsOfJob }) {
  const { job, work, edit, finish, skip } = of
  const stepOf = (subject: string | null) => job.steps.find(({ id }) => id === subject)
  const changing = stepOf(edit.subject)
  const finishing = stepOf(finish.subject)
  const skipping = stepOf(skip.subject)
  return (
    <>
      {(changing ? of.mayChange(changing) : of.mayPlan && edit.subject === 'new') ? (
        <EditJobStep job={job} step={changing ?? null} onClose={edit.close} />
      ) : null}
      {work.question}
      {finishing ? <FinishStep step={finishing} job={job} onClose={finish.close} /> : null}
      {skipping ? (
        <ReasonDialog
          title={`${skipping.name} is not needed`}
          text="The reason is shown in the story of the job."
          submitLabel="Skip this step"
          name={`step-skip-${skipping.id}`}
          queryKey={jobsKey}
          save={(reason) => skipStep(skipping.id, reason)}
          onClose={skip.close}
        />
      ) : null}
    </>
  )
}
