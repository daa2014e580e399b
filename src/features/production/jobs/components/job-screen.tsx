import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowRight,
  IconCheck,
  IconClockPlus,
  IconHandStop,
  IconPencil,
  IconPlayerPlay,
  IconPrinter,
  IconTags,
  IconX,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { extentText, piecesText } from '@/documents/sizes'
import { statusOf } from '@/documents/statuses'
import { jobTicketPaper } from '@/documents/paper/delivery-papers'
import { downloadPdf } from '@/documents/pdf/download'
import { AsOf, useKeptReads } from '@/kit/kept-reads/use-kept-reads'
import { useLive } from '@/kit/live/use-live'
import { useTimings } from '@/kit/record/due-mark'
import { DocumentStory } from '@/kit/record/document-story'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { Facts, type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { RecordTasks } from '@/kit/tasks/record-tasks'
import { ProofQuestionMark } from '@/kit/thread/question-mark'
import { capital } from '@/kit/words'
import { can } from '@/shared/domain/people/permission'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { newId } from '@/shared/lib/new-id'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { quotationNumber } from '@/shared/domain/records/quotation-number'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { shortDecimalText } from '@/shared/domain/money/money'
import { minutesText } from '@/shared/domain/time/duration'
import { minutesLeft, waitsForMockup } from '../../shared/card'
import { openSteps } from '../../shared/card'
import { jobsKey, jobsLive } from '../../shared/api/cards.query'
import { DueDay, StepsBar } from '../../shared/job-parts'
import { isMade, isOver } from '../../shared/job-status'
import { beginJobAgain, holdJob, moveJob, releaseJob } from '../../shared/api/move.mutation'
import { CancelJob, mayCancel } from '../../shared/cancel-job'
import { asksFirst, movesFrom, stages } from '../../shared/stages'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { type Job, jobKey, jobQuery } from '../api/job.query'
import { checkJob } from '../api/job-work.mutation'
import { type Effort, effortQuery, jobNumberQuery, proofPictureQuery, readTicket } from '../api/job-work.query'
import { jobEventDetail, jobWords } from '../job-story'
import { EditJob } from './edit-job'
import { FailJob } from './fail-job'
import { JobBench } from './job-bench'
import { HandOverJob } from './hand-over-job'
import { JobChecks } from './job-checks'
import { JobEffort } from './job-effort'
import { JobFiles } from './job-files'
import { JobLabelsDialog } from './job-labels-dialog'
import { JobMaterials } from './job-materials'
import { JobSteps } from './job-steps'

/** /jobs?job=: one job, its steps and its story. */
export function JobScreen({ id }: { id: string }) {
  const job = useQuery(jobQuery(id))
  // The job's materials, files, checks and time are live too.
  useLive(jobsKey, jobsLive)
  useTimings()
  useKeptReads(
    [jobKey(id), ...['files', 'materials', 'checks'].map((what) => [...jobsKey, what, id]), staffQuery.queryKey],
    job.isSuccess,
  )
  return (
    <RecordState of={job} what="job" back={{ label: 'Jobs', href: '/jobs' }}>
      {(row) => (
        <>
          <AsOf read={job} what="the job" meanwhile="Files that you add are kept and sent later." />
          <OpenJob job={row} />
        </>
      )}
    </RecordState>
  )
}

function Origin({ id }: { id: string }) {
  const { data } = useQuery(jobNumberQuery(id))
  return (
    <RecordLink kind="job" id={id}>
      {data ?? 'the first job'}
    </RecordLink>
  )
}

type Remake = NonNullable<Effort['remakes']>['made'][number]

const openRemakes = (remakes: readonly Remake[]): Remake[] =>
  remakes.filter(({ status }) => status !== 'cancelled' && !isMade(status))

/** The steps of a job that was handed over all the same, which nobody did: `Print, Mount`; null without any. */
const unmadeOf = ({ status, steps }: Job): string | null =>
  status !== 'cancelled' && isOver(status)
    ? openSteps(steps)
        .map(({ name }) => name)
        .join(', ') || null
    : null

/** The jobs that make pieces of a job again: `3 as JOB-1-R1, in production`. */
const Remakes = ({ of }: { of: readonly Remake[] }) => (
  <Stack gap={2}>
    {of.map(({ id, number, qty, status }) => (
      <Text key={id} span inherit>
        {shortDecimalText(qty)} as{' '}
        <RecordLink kind="job" id={id}>
          {number}
        </RecordLink>
        , {(statusOf('job', status)?.label ?? status).toLowerCase()}
      </Text>
    ))}
  </Stack>
)

type ShortProps = { words: string; onRemake: (() => void) | null; isBusy: boolean }

/** Pieces of a ready job that are short and that nobody makes, with the way to a remake. */
const ShortPieces = ({ words, onRemake, isBusy }: ShortProps) => (
  <Alert color="yellow" title="Pieces are short">
    {words} {words.startsWith('1 ') ? 'is' : 'are'} short, and nobody makes {words.startsWith('1 ') ? 'it' : 'them'}.{' '}
    {onRemake ? (
      <Button size="compact-sm" variant="default" onClick={onRemake} loading={isBusy}>
        Have {words.startsWith('1 ') ? 'it' : 'them'} made again
      </Button>
    ) : null}
  </Alert>
)

const makeShortAgain = (jobId: string, remake: string) =>
  checkJob({ id: newId(), jobId, result: 'pass', note: null, photo: null, remake, reason: 'short' })

function OpenJob({ job }: { job: Job }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const dialog = useDialog('job')
  const { data: staff = [] } = useQuery(staffQuery)
  const { remakes: again, short } = useQuery(effortQuery(job.id)).data ?? {}
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not moved', message: saveProblem(error) }),
  })
  const mayEdit = can(rights, 'jobs', 'edit')
  const isOpen = stages.some((stage) => stage === job.status)
  const mayCheck = job.status === 'qc' && (mayEdit || can(rights, 'production', 'edit'))
  const mayFail = mayCheck || (job.status === 'ready' && (mayEdit || can(rights, 'production', 'edit')))
  const needed = { fail: mayFail, pass: mayCheck }[dialog.subject ?? ''] ?? mayEdit
  const panel = needed ? dialog.subject : null
  const printed = async () => {
    const document = await readTicket(job.id, `${window.location.origin}/jobs?job=${job.id}`)
    if (!document) return null
    const picture = document.proof?.picture
    const filling = picture ? await queryClient.fetchQuery(proofPictureQuery(picture)).catch(() => null) : null
    return { paper: jobTicketPaper(document), filling, pictures: picture && filling ? { [picture]: filling } : {} }
  }
  const ticket = () =>
    acting.mutate(async () => {
      const made = await printed()
      if (made) await downloadPdf(made.paper, { filling: made.filling })
    })
  const moves: RecordAction[] = mayEdit
    ? movesFrom(job.status)
        .filter(({ to }) => !(job.status === 'qc' && to === 'ready'))
        .map(({ to, action }) => ({
          label: action,
          icon: <IconArrowRight size={16} aria-hidden />,
          onClick: () =>
            asksFirst(job, to) ? dialog.open('hand') : acting.mutate(() => moveJob(job.id, job.status, to)),
          isBusy: acting.isPending,
          why:
            waitsForMockup(job) && (to === 'approved' || to === 'in_production')
              ? 'The mockup of this job is not approved yet.'
              : null,
        }))
    : []
  const forward = movesFrom(job.status).findLastIndex(
    ({ to }) => stages.indexOf(to) > stages.findIndex((stage) => stage === job.status),
  )
  const resume: RecordAction | null =
    job.status === 'on_hold' && !job.held_with_order && mayEdit
      ? {
          label: 'Resume job',
          icon: <IconPlayerPlay size={18} aria-hidden />,
          onClick: () => acting.mutate(() => releaseJob(job.id)),
          isBusy: acting.isPending,
        }
      : null
  const revive: RecordAction | null =
    job.status === 'cancelled' && mayEdit
      ? {
          label: 'Begin again',
          icon: <IconPlayerPlay size={18} aria-hidden />,
          onClick: () => acting.mutate(() => beginJobAgain(job.id)),
          isBusy: acting.isPending,
        }
      : null
  const pass: RecordAction | null = mayCheck
    ? {
        label: 'Passed',
        icon: <IconCheck size={18} aria-hidden />,
        onClick: () => dialog.open('pass'),
      }
    : null
  const actions: RecordAction[] = [
    ...(mayFail
      ? [
          {
            label: mayCheck ? 'Did not pass' : 'A piece did not pass',
            icon: <IconX size={16} aria-hidden />,
            onClick: () => dialog.open('fail'),
          },
        ]
      : []),
    { label: 'Ticket with QR code', icon: <IconPrinter size={16} aria-hidden />, onClick: ticket },
    {
      label: 'Add time by hand',
      icon: <IconClockPlus size={16} aria-hidden />,
      href: `${linkTo('/time-tracking')}?dialog=by-hand.${job.id}`,
    },
    { label: 'Labels', icon: <IconTags size={16} aria-hidden />, onClick: () => dialog.open('labels') },
    ...(mayEdit ? [{ label: 'Change job', icon: <IconPencil size={16} />, onClick: () => dialog.open('edit') }] : []),
    ...moves.filter((_, place) => place !== forward),
    ...(mayEdit && isOpen
      ? [{ label: 'Put on hold', icon: <IconHandStop size={16} />, onClick: () => dialog.open('hold') }]
      : []),
    ...(mayEdit && mayCancel(job)
      ? [{ label: 'Cancel job…', icon: <IconX size={16} aria-hidden />, onClick: () => dialog.open('cancel') }]
      : []),
  ]
  const size = extentText(job)
  return (
    <RecordPage
      title={job.job_number}
      kind={job.title}
      status={
        <Group gap="xs" wrap="nowrap">
          <StatusBadge kind="job" status={job.status} />
          {again && openRemakes(again.made).length > 0 ? (
            <Text size="sm">
              {shortDecimalText(again.ready)} of {shortDecimalText(job.qty)} ready
            </Text>
          ) : null}
          <ProofQuestionMark job={job.id} />
        </Group>
      }
      primary={resume ?? revive ?? pass ?? moves[forward] ?? null}
      actions={actions}
      back={{ label: 'Jobs', href: '/jobs' }}
      width="full"
      notice={
        <Stack gap="xs" mb="md">
          {job.hold_reason ? (
            <Alert color="yellow" title={job.held_with_order ? 'On hold: the order waits' : 'On hold'}>
              {job.hold_reason}
              {job.held_with_order && job.order ? (
                <>
                  {/[.!?]\s*$/.test(job.hold_reason) ? ' ' : '. '}
                  <RecordLink kind="order" id={job.order.id}>
                    Open {job.order.order_number}
                  </RecordLink>
                </>
              ) : null}
            </Alert>
          ) : null}
          {job.cancel_reason ? (
            <Alert color="yellow" title={job.is_made_elsewhere ? 'Cancelled: somebody else makes it' : 'Cancelled'}>
              {job.cancel_reason}
            </Alert>
          ) : null}
          {short && short.why === null && job.status === 'ready' ? (
            <ShortPieces
              words={`${shortDecimalText(short.qty)} of ${shortDecimalText(job.qty)}`}
              onRemake={mayFail ? () => acting.mutate(() => makeShortAgain(job.id, short.qty)) : null}
              isBusy={acting.isPending}
            />
          ) : null}
          {waitsForMockup(job) && isOpen ? (
            <Alert color="yellow" title="The mockup is not approved yet">
              Only steps before the approval may start.{' '}
              <RecordLink kind="mockup" id={job.id}>
                Open the mockup
              </RecordLink>
            </Alert>
          ) : null}
        </Stack>
      }
      aside={
        <Stack gap="md">
          <section className={page.panel} aria-label="About this job">
            <Facts
              of={{
                Client: job.contact && <ContactLink of={job.contact} />,
                Order: job.order ? (
                  <RecordLink kind="order" id={job.order.id}>
                    {job.order.order_number}
                  </RecordLink>
                ) : null,
                Quotation: job.quotation ? (
                  <RecordLink kind="quotation" id={job.quotation.id}>
                    {quotationNumber(
                      job.quotation.quotation_number,
                      job.approved ? job.approved.quotation_version : job.quotation.version,
                    )}
                  </RecordLink>
                ) : null,
                Mockup: (
                  <RecordLink kind="mockup" id={job.id}>
                    {job.mockup_status ? (statusOf('mockup', job.mockup_status)?.label ?? 'Mockup') : 'None yet'}
                  </RecordLink>
                ),
                'Made again from': job.remake_of ? <Origin id={job.remake_of} /> : null,
                Service: job.service?.name,
                Quantity: piecesText(job),
                Ready: again ? `${shortDecimalText(again.ready)} of ${shortDecimalText(job.qty)}` : null,
                'Made again': again ? <Remakes of={again.made} /> : null,
                Short: short
                  ? [`${shortDecimalText(short.qty)} of ${shortDecimalText(job.qty)}`, short.why]
                      .filter(Boolean)
                      .join(': ')
                  : null,
                Size: size,
                Due: job.due_date ? <DueDay of={job} /> : null,
                Priority: capital(job.priority),
                Lead: staff.find(({ value }) => value === job.lead_user_id)?.label,
                Steps: job.steps.length > 0 ? <StepsBar of={job} width={120} /> : null,
                'Still to do':
                  !isOver(job.status) && minutesLeft(job.steps) > 0 ? minutesText(minutesLeft(job.steps)) : null,
                'Handed over without': unmadeOf(job),
                Details: job.details,
              }}
            />
          </section>
          <RecordTasks kind="job" id={job.id} />
          <JobEffort job={job} />
          <JobChecks job={job} />
          <section className={page.panel} aria-label="Story">
            <Title order={2} size="h4" mb="sm">
              Story
            </Title>
            <DocumentStory
              kind="job"
              id={job.id}
              queryKey={jobKey(job.id)}
              words={jobWords}
              detailOf={jobEventDetail}
            />
          </section>
        </Stack>
      }
    >
      <Stack>
        <JobBench job={job} />
        <section className={page.panel} aria-label="Steps">
          <JobSteps job={job} />
        </section>
        <JobFiles jobId={job.id} />
        <JobMaterials job={job} />
      </Stack>
      {dialog.subject === 'labels' ? <JobLabelsDialog job={job} onClose={dialog.close} /> : null}
      <PrintedPaper of={['job', job.id]} version={JSON.stringify(job)} read={printed} />
      {panel === 'fail' ? <FailJob job={job} onClose={dialog.close} /> : null}
      {panel === 'hand' && job.status === 'in_production' ? (
        <HandOverJob job={job} to="qc" onClose={dialog.close} />
      ) : null}
      {panel === 'pass' ? <HandOverJob job={job} to="ready" onClose={dialog.close} /> : null}
      {panel === 'edit' ? <EditJob job={job} onClose={dialog.close} /> : null}
      {panel === 'cancel' && mayCancel(job) ? (
        <CancelJob job={{ ...job, hasOrder: job.order !== null }} onClose={dialog.close} />
      ) : null}
      {panel === 'hold' ? (
        <ReasonDialog
          title={`Put ${job.job_number} on hold`}
          text="Its steps wait until somebody resumes it."
          submitLabel="Put on hold"
          name={`job-hold-${job.id}`}
          queryKey={jobsKey}
          save={(reason) => holdJob(job.id, reason)}
          onClose={dialog.close}
        />
      ) : null}
    </RecordPage>
  )
}
