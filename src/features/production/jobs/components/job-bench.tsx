import { Anchor, Button, Group, Image, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { notifyWithUndo } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { ActionButton } from '@/kit/form/action-button'
import { StatusBadge } from '@/kit/record/status-badge'
import { dayText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { readStock, stockDraft, stockText, typedWord } from '@/shared/domain/money/stock-text'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { jobsKey } from '../../shared/api/cards.query'
import { minutesText } from '@/shared/domain/time/duration'
import { openSteps, whyNotStart } from '../../shared/card'
import { isMade, isOver } from '../../shared/job-status'
import { madeWords } from '../../shared/pieces'
import { restsUntil, untilText } from '../../shared/waiting'
import type { Job } from '../api/job.query'
import { putMaterialBack, takeMaterial } from '../api/job-work.mutation'
import {
  approvedProofQuery,
  effortQuery,
  type Material,
  materialsQuery,
  proofPictureQuery,
} from '../api/job-work.query'
import classes from './job.module.css'
import { useStepWork } from '../steps/use-step-work'

type JobStep = Job['steps'][number]

/** The current steps: the running ones, else the first that can start, else the first open one. */
export function stepsNow(job: Job): JobStep[] {
  const open = openSteps(job.steps)
  const running = open.filter(({ status }) => status === 'in_progress')
  const next = open.find((step) => whyNotStart(step, job) === null) ?? open[0]
  return running.length > 0 ? running : next ? [next] : []
}

/** The bench view of a job: the approved proof, the current steps, and the reserved material. */
export function JobBench({ job }: { job: Job }) {
  const rights = useRights()
  const { data: proof } = useQuery(approvedProofQuery(job))
  const { data: materials = [] } = useQuery(materialsQuery(job.id))
  const mayWork = can(rights, 'production', 'edit') || can(rights, 'jobs', 'edit')
  const kept = materials.filter(({ qty_reserved }) => Number(qty_reserved) > 0)
  const steps = isOver(job.status) ? [] : stepsNow(job)
  if (!proof && steps.length === 0) return null
  return (
    <section className={page.panel} aria-label="At the bench">
      <div className={classes.bench} data-pictured={proof?.pages[0] ? '' : undefined}>
        <Stack gap="lg">
          {steps.length === 0 ? <Text c="dimmed">No step is open. Nothing is to be done at the bench.</Text> : null}
          {steps.map((step) => (
            <CurrentStep key={step.id} step={step} job={job} mayWork={mayWork} />
          ))}
          {mayWork && !isMade(job.status) && kept.length > 0 ? (
            <Stack gap="sm">
              <Title order={3} size="h5">
                Material that is kept
              </Title>
              {kept.map((material) => (
                <Take key={`${material.id} ${material.qty_reserved}`} material={material} jobId={job.id} />
              ))}
            </Stack>
          ) : null}
        </Stack>
        {proof?.pages[0] ? <Proof job={job} proof={proof} path={proof.pages[0].path} /> : null}
      </div>
    </section>
  )
}

type ProofProps = {
  job: Job
  proof: { version: number; decided_at: string | null; decided_name: string | null; page_count: number }
  path: string
}

function Proof({ job, proof, path }: ProofProps) {
  const { data: url } = useQuery(proofPictureQuery(path))
  return (
    <figure className={classes.proof}>
      {url ? (
        <Anchor href={url} target="_blank" rel="noreferrer">
          <Image src={url} alt={`Approved version ${proof.version}`} radius="sm" mah={320} fit="contain" />
        </Anchor>
      ) : (
        <div className={classes.noPicture} />
      )}
      <Text component="figcaption" size="sm" mt={6}>
        <RecordLink kind="mockup" id={job.remake_of ?? job.id}>{`Version ${proof.version}`}</RecordLink>
        {[
          ', approved',
          proof.decided_name ? ` by ${proof.decided_name}` : '',
          proof.decided_at ? `, ${dayText(proof.decided_at)}` : '',
          proof.page_count > 1 ? `. Page 1 of ${proof.page_count}` : '',
        ].join('')}
      </Text>
    </figure>
  )
}

function CurrentStep({ step, job, mayWork }: { step: JobStep; job: Job; mayWork: boolean }) {
  const work = useStepWork()
  const finish = useDialog('finish')
  const now = useNow(30_000)
  const { data: effort } = useQuery(effortQuery(job.id))
  const rest = restsUntil(step, job.steps, now)
  const why = whyNotStart(step, job) ?? (rest === null ? null : `Rests until ${untilText(rest, now)}`)
  const runs = step.status === 'in_progress'
  return (
    <section aria-label={`${runs ? 'Now' : 'Next'}: ${step.name}`}>
      {work.question}
      <Text size="sm" c="dimmed">
        {runs ? 'Now' : 'Next'}
      </Text>
      <Group gap="sm" align="center">
        <Title order={2} size="h2">
          {step.name}
        </Title>
        <StatusBadge kind="job_step" status={step.status} />
      </Group>
      <Text c="dimmed">
        {[
          step.work_centre?.name,
          step.planned_minutes > 0 ? minutesText(step.planned_minutes) : null,
          runs ? null : why,
          madeWords(step, job),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {effort?.lacks && job.status !== 'on_hold' ? (
        <Text c="var(--mantine-color-error)" fw={600}>
          {effort.lacks}
        </Text>
      ) : null}
      {mayWork ? (
        <Group gap="sm" mt="sm" className={classes.benchActions}>
          {runs ? (
            <>
              <Button
                size="lg"
                variant="default"
                disabled={work.isBusy}
                leftSection={<IconPlayerPause size={20} aria-hidden />}
                onClick={() => work.pause(step.id)}
              >
                Pause
              </Button>
              <Button
                size="lg"
                disabled={work.isBusy}
                leftSection={<IconCheck size={20} aria-hidden />}
                onClick={() => finish.open(step.id)}
              >
                Done
              </Button>
            </>
          ) : (
            <ActionButton
              size="lg"
              why={why}
              disabled={work.isBusy}
              leftSection={<IconPlayerPlay size={20} aria-hidden />}
              onClick={() => work.start(step.id)}
            >
              {step.status === 'paused' ? 'Go on' : 'Start'}
            </ActionButton>
          )}
        </Group>
      ) : null}
    </section>
  )
}

/** Takes a reserved material. The reserved quantity is filled in and can be changed. */
function Take({ material, jobId }: { material: Material; jobId: string }) {
  const { item } = material
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(stockDraft(material.qty_reserved, item.stock_unit))
  const [id, setId] = useState(newId)
  const read = readStock(draft, item.stock_unit, { aboveZero: true, side: item.form === 'roll' ? item.width_mm : null })
  const problem = 'problem' in read ? read.problem : null
  const readAgain = () => queryClient.invalidateQueries({ queryKey: jobsKey })
  const taking = useActMutation({
    mutationFn: (qty: string) => takeMaterial({ id, jobId, itemId: item.id, qty }),
    onSuccess: ({ on_hand, unit }, qty) => {
      setId(newId())
      notifyWithUndo(
        `${stockText(qty, unit)} of ${item.name} taken, ${stockText(on_hand, unit)} left.`,
        () =>
          void putMaterialBack(id, newId())
            .catch((error: unknown) =>
              notifications.show({ color: 'red', title: 'Not put back', message: saveProblem(error) }),
            )
            .finally(() => void readAgain()),
      )
    },
    onSettled: readAgain,
  })
  return (
    <form
      aria-label={`Take ${item.name}`}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        if ('value' in read && !taking.isPending) taking.mutate(read.value)
      }}
    >
      <div className={classes.take}>
        <div>
          <Text fw={600}>{item.name}</Text>
          <Text size="sm" c="dimmed">
            {[`${stockText(material.qty_reserved, item.stock_unit)} kept`, item.bin].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <TextInput
          size="lg"
          inputMode="text"
          aria-label={`How many ${typedWord(item.stock_unit)} of ${item.name}`}
          value={draft}
          maxLength={20}
          error={problem !== null && draft.trim() !== ''}
          onChange={(event) => {
            taking.reset()
            setDraft(event.currentTarget.value)
          }}
        />
        <ActionButton
          type="submit"
          size="lg"
          variant="default"
          loading={taking.isPending}
          why={problem === null ? null : draft.trim() === '' ? 'Please enter how many.' : problem}
        >
          {'value' in read ? `Take ${stockText(read.value, item.stock_unit)}` : 'Take'}
        </ActionButton>
      </div>
      {problem !== null && draft.trim() !== '' ? (
        <Text size="sm" c="red">
          {problem}
        </Text>
      ) : null}
      {taking.isError ? <Problem>{saveProblem(taking.error)}</Problem> : null}
    </form>
  )
}
