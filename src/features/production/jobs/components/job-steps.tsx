import { ActionIcon, Button, Group, Menu, MultiSelect, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconDots, IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { ActionButton } from '@/kit/form/action-button'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { StatusBadge } from '@/kit/record/status-badge'
import type { Status } from '@/documents/statuses'
import { confirmRemoval } from '@/kit/confirm'
import { removeRow, updateRow } from '@/kit/save/save-row'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { minutesText } from '@/shared/domain/time/duration'
import { isOnSite } from '@/shared/domain/records/work-centre'
import { inOrder, whyNotStart } from '../../shared/card'
import { jobsKey, type Step } from '../../shared/api/cards.query'
import { useNow } from '@/shared/hooks/use-now'
import { isMade, isOver } from '../../shared/job-status'
import { madeWords } from '../../shared/pieces'
import { restsUntil, untilText } from '../../shared/waiting'
import { staffQuery } from '@/shared/db/reads/staff.query'
import type { Job } from '../api/job.query'
import { bringBackStep, putStepAfter, skipStep } from '../api/step.mutation'
import { EditJobStep } from './edit-job-step'
import { FinishStep } from './finish-step'
import { useStepWork } from './use-step-work'
import classes from './job.module.css'

/** The steps of a job in order, with their actions. */
export function JobSteps({ job }: { job: Job }) {
  const rights = useRights()
  const finish = useDialog('finish')
  const skip = useDialog('skip')
  const skipping = job.steps.find(({ id }) => id === skip.subject)
  const finishing = job.steps.find(({ id }) => id === finish.subject)
  const edit = useDialog('job-step')
  const changing = job.steps.find(({ id }) => id === edit.subject)
  const work = useStepWork()
  const mayWork = can(rights, 'production', 'edit') || can(rights, 'jobs', 'edit')
  const mayPlan = mayWork && !(job.status === 'qc' || isMade(job.status))
  /** What is done on site is planned and changed until the job is handed over. */
  const mayChange = (step: JobStep) => mayPlan || (mayWork && isOnSite(step, job.steps) && !isOver(job.status))
  const steps = inOrder(job.steps)
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Steps
        </Title>
        {mayPlan ? (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => edit.open('new')}
          >
            Add step
          </Button>
        ) : null}
      </Group>
      {steps.length === 0 ? <Text c="dimmed">This job has no steps yet.</Text> : null}
      <ol className={classes.steps}>
        {steps.map((step, place) => (
          <StepRow
            key={step.id}
            step={step}
            job={job}
            mayWork={mayWork}
            plan={
              mayChange(step) && (step.status === 'todo' || step.status === 'paused')
                ? {
                    // A place before a step that has begun is refused: it is not offered.
                    up:
                      step.status === 'todo' && steps[place - 1]?.status === 'todo'
                        ? (steps[place - 2]?.id ?? null)
                        : undefined,
                    down: step.status === 'todo' ? steps[place + 1]?.id : undefined,
                    edit: () => edit.open(step.id),
                    mayRemove: step.status === 'todo',
                  }
                : null
            }
            isBusy={work.isBusy}
            act={work.act}
            onStart={() => work.start(step.id)}
            onPause={() => work.pause(step.id)}
            onFinish={() => finish.open(step.id)}
            onSkip={() => skip.open(step.id)}
          />
        ))}
      </ol>
      {(changing ? mayChange(changing) : mayPlan && edit.subject === 'new') ? (
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

type JobStep = Job['steps'][number]

/** The allowed changes of an open step. `up`, `down`: the step that it moves behind; undefined: it cannot move there. */
type StepPlan = { up: string | null | undefined; down: string | undefined; edit: () => void; mayRemove: boolean }

type StepRowProps = {
  plan: StepPlan | null
  step: JobStep
  job: Job
  mayWork: boolean
  isBusy: boolean
  act: (does: () => Promise<unknown>) => void
  onStart: () => void
  onPause: () => void
  onFinish: () => void
  onSkip: () => void
}

function StepRow({ step, job, mayWork, plan, isBusy, act, onStart, onPause, onFinish, onSkip }: StepRowProps) {
  const now = useNow(30_000)
  const rest = restsUntil(step, job.steps, now)
  const why = whyNotStart(step, job) ?? (rest === null ? null : `Rests until ${untilText(rest, now)}`)
  return (
    <li className={classes.step} aria-label={step.name}>
      <Stack gap={2}>
        <Group gap="xs">
          <Text fw={600}>{step.name}</Text>
          <StatusBadge kind="job_step" status={step.status} state={isOver(job.status) ? leftOf(step) : null} />
        </Group>
        <Text size="sm" c="dimmed">
          {[
            step.work_centre?.name,
            step.planned_minutes > 0 ? minutesText(step.planned_minutes) : null,
            step.status === 'todo' ? why : null,
            step.status === 'skipped' ? null : madeWords(step, job),
            step.status === 'skipped' ? step.skip_reason : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      <People step={step} mayChange={mayWork} />
      {mayWork ? (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Moves
            plan={plan}
            step={step}
            why={why}
            isBusy={isBusy}
            act={act}
            onStart={onStart}
            onPause={onPause}
            onFinish={onFinish}
            onSkip={onSkip}
          />
        </Group>
      ) : null}
    </li>
  )
}

/** A step that nobody did before its job was over is not to be done any more. */
const leftOf = ({ status }: JobStep): Status | null =>
  status === 'todo' || status === 'paused' ? { label: 'Not done', tone: 'quiet', shape: 'ring' } : null

type MovesProps = Omit<StepRowProps, 'job' | 'mayWork'> & { why: string | null }

const put = (id: string, after: string | null) => () => putStepAfter(id, after)

function Moves({ step, why, plan, isBusy, act, onStart, onPause, onFinish, onSkip }: MovesProps) {
  const maySkip = hasPermission(useRights(), 'skip_steps')
  const { id, status } = step
  const isOpen = status === 'todo' || status === 'paused'
  const { up, down } = plan ?? { up: undefined, down: undefined }
  const remove = () =>
    confirmRemoval({
      title: `Remove ${step.name}?`,
      text: 'This job does not get this step. What waited for it waits for the step before it.',
      confirm: 'Remove step',
      onConfirm: () => act(() => removeRow({ table: 'job_steps', what: 'this step', id })),
    })
  const more = [
    ...(isOpen ? [{ label: 'Done without a timer', does: onFinish, why }] : []),
    ...(isOpen && maySkip ? [{ label: 'Skip this step', does: onSkip, why: null }] : []),
    ...(status === 'in_progress' ? [{ label: 'Join with my timer', does: onStart, why: null }] : []),
    ...(status === 'skipped'
      ? [{ label: 'Do it after all', does: () => act(() => bringBackStep(id)), why: null }]
      : []),
    ...(status === 'done' ? [{ label: 'Open again', does: onStart, why: null }] : []),
    ...(plan ? [{ label: 'Change name, machine or minutes', does: plan.edit, why: null }] : []),
    ...(up === undefined ? [] : [{ label: 'Move up', does: () => act(put(id, up)), why: null }]),
    ...(down === undefined ? [] : [{ label: 'Move down', does: () => act(put(id, down)), why: null }]),
    ...(plan?.mayRemove && maySkip ? [{ label: 'Remove this step', does: remove, why: null }] : []),
  ]
  return (
    <>
      {isOpen ? (
        <ActionButton
          why={why}
          disabled={isBusy}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={onStart}
        >
          {status === 'paused' ? 'Go on' : 'Start'}
        </ActionButton>
      ) : null}
      {status === 'in_progress' ? (
        <>
          <Button
            variant="default"
            disabled={isBusy}
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            onClick={onPause}
          >
            Pause
          </Button>
          <Button disabled={isBusy} leftSection={<IconCheck size={16} aria-hidden />} onClick={onFinish}>
            Done
          </Button>
        </>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="input-sm" aria-label={`More for ${step.name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(({ label, does, why: because }) => (
            <Menu.Item key={label} disabled={because !== null} onClick={does}>
              {label}
              {because ? (
                <Text size="xs" c="dimmed">
                  {because}
                </Text>
              ) : null}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function People({ step, mayChange }: { step: Step; mayChange: boolean }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const queryClient = useQueryClient()
  const saving = useActMutation({
    mutationFn: (assignees: string[]) =>
      updateRow({ table: 'job_steps', what: 'this step', id: step.id, values: { assignees } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not saved', message: saveProblem(error) }),
  })
  const shown = saving.isPending ? saving.variables : step.assignees
  const known = new Set(staff.map(({ value }) => value))
  if (!mayChange || step.status === 'done' || step.status === 'skipped')
    return (
      <Text size="sm" c="dimmed">
        {staff.flatMap(({ value, label }) => (shown.includes(value) ? [label] : [])).join(', ')}
      </Text>
    )
  return (
    <MultiSelect
      size="sm"
      aria-label={`People of ${step.name}`}
      placeholder={shown.length === 0 ? 'Nobody yet' : ''}
      data={staff}
      value={shown.filter((id) => known.has(id))}
      onChange={(chosen) => saving.mutate([...chosen, ...step.assignees.filter((id) => !known.has(id))])}
      hidePickedOptions
      searchable
      // Keeps the search text in the line of the last person when there is room.
      styles={{ inputField: { minWidth: '1.5rem' } }}
    />
  )
}
