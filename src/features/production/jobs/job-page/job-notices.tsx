import { Alert, Button, Stack } from '@mantine/core'
import { newId } from '@/shared/lib/new-id'
import { RecordLink } from '@/shared/ui/page/record-links'
import { isMockupRefused, waitsForMockup } from '../../shared/card'
import { isStage } from '../../shared/stages'
import type { Job } from '../api/job.query'
import { checkJob } from '../api/job-work.mutation'
import { partOf } from './pieces-of-job'
import type { JobPage } from './use-job-page'

/** What keeps the job from going on, above its page. */
export const JobNotices = ({ of }: { of: JobPage }) => (
  <Stack gap="xs" mb="md">
    <OnHold job={of.job} />
    {of.job.cancel_reason ? (
      <Alert color="yellow" title={of.job.is_made_elsewhere ? 'Cancelled: somebody else makes it' : 'Cancelled'}>
        {of.job.cancel_reason}
      </Alert>
    ) : null}
    <ShortPieces of={of} />
    {waitsForMockup(of.job) && isStage(of.job.status) ? (
      <Alert
        color="yellow"
        title={isMockupRefused(of.job) ? 'The client wants the mockup otherwise' : 'The mockup is not approved yet'}
      >
        {isMockupRefused(of.job) ? 'Production starts once they approve a new version. ' : null}
        Only steps before the approval may start.{' '}
        <RecordLink kind="mockup" id={of.job.id}>
          Open the mockup
        </RecordLink>
      </Alert>
    ) : null}
  </Stack>
)

const OnHold = ({ job }: { job: Job }) =>
  job.hold_reason ? (
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
  ) : null

const makeShortAgain = (jobId: string, remake: string) =>
  checkJob({ id: newId(), jobId, result: 'pass', note: null, photo: null, remake, reason: 'short' })

/** Pieces of a ready job that are short and that nobody makes, with the way to a remake. */
function ShortPieces({ of: { job, short, mayFail, act, isBusy } }: { of: JobPage }) {
  if (!short || short.why !== null || job.status !== 'ready') return null
  const words = partOf(job, short.qty)
  const isOne = words.startsWith('1 ')
  return (
    <Alert color="yellow" title="Pieces are short">
      {words} {isOne ? 'is' : 'are'} short, and nobody makes {isOne ? 'it' : 'them'}.{' '}
      {mayFail ? (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => act(() => makeShortAgain(job.id, short.qty))}
          loading={isBusy}
        >
          Have {isOne ? 'it' : 'them'} made again
        </Button>
      ) : null}
    </Alert>
  )
}
