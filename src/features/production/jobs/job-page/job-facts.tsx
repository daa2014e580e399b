import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { extentText, piecesText } from '@/documents/sizes'
import { statusOf } from '@/documents/statuses'
import { Facts } from '@/kit/record/record-page'
import { capital } from '@/kit/words'
import { shortDecimalText } from '@/shared/domain/money/money'
import { quotationNumber } from '@/shared/domain/records/quotation-number'
import { minutesText } from '@/shared/domain/time/duration'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { RecordLink } from '@/shared/ui/page/record-links'
import { minutesLeft, openSteps } from '../../shared/card'
import { DueDay, StepsBar } from '../../shared/job-parts'
import { isHandedOver, isOver } from '../../shared/job-status'
import type { Job } from '../api/job.query'
import { type Effort, jobNumberQuery } from '../api/job-work.query'
import { partOf } from './pieces-of-job'
import type { JobPage } from './use-job-page'

/** What a job is about, beside its page. */
export const JobFacts = ({ of: { job, again, short, staff } }: { of: JobPage }) => (
  <Facts
    of={{
      ...recordsOf(job),
      Service: job.service?.name,
      Quantity: piecesText(job),
      Ready: again ? partOf(job, again.ready) : null,
      'Made again': again ? <Remakes of={again.made} /> : null,
      Short: short ? [partOf(job, short.qty), short.why].filter(Boolean).join(': ') : null,
      Size: extentText(job),
      Due: job.due_date ? <DueDay of={job} /> : null,
      Priority: capital(job.priority),
      Lead: staff.find(({ value }) => value === job.lead_user_id)?.label,
      Steps: job.steps.length > 0 ? <StepsBar of={job} width={120} /> : null,
      'Still to do': stillToDo(job),
      'Handed over without': unmadeOf(job),
      Details: job.details,
    }}
  />
)

/** The other records of a job, each with its link. */
const recordsOf = (job: Job) => ({
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
  'Made again from': job.remake_of ? <FirstJob id={job.remake_of} /> : null,
})

function FirstJob({ id }: { id: string }) {
  const { data } = useQuery(jobNumberQuery(id))
  return (
    <RecordLink kind="job" id={id}>
      {data ?? 'the first job'}
    </RecordLink>
  )
}

type Remake = NonNullable<Effort['remakes']>['made'][number]

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

const stillToDo = ({ status, steps }: Job): string | null =>
  !isOver(status) && minutesLeft(steps) > 0 ? minutesText(minutesLeft(steps)) : null

/** The steps of a job that was handed over all the same, which nobody did: `Print, Mount`; null without any. */
const unmadeOf = ({ status, steps }: Job): string | null =>
  isHandedOver(status)
    ? openSteps(steps)
        .map(({ name }) => name)
        .join(', ') || null
    : null
