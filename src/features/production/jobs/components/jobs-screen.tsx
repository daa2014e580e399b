import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCamera, IconListDetails, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { RecordList } from '@/kit/list/record-list'
import { ReadLateByPlan } from '@/kit/planning/late-by-plan'
import { useTimings } from '@/kit/record/due-mark'
import { jobByNumber } from '@/kit/pickers/open-jobs'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ScanByCamera, whyNoCamera } from '@/kit/scan/scan-by-camera'
import { can } from '@/shared/domain/people/permission'
import { uuidOf } from '@/shared/domain/records/uuid'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { jobList } from '../job-list'
import { JobScreen } from '../job-page/job-screen'

/** /jobs: jobs by client, order and stage; `?job=` opens one of them. */
export function JobsScreen() {
  const [search] = useSearchParams()
  const id = uuidOf(search.get('job'))
  return id ? <JobScreen key={id} id={id} /> : <JobList title="Jobs" />
}

/** /all-jobs: every open job with its stage, by due day. */
export const AllJobsScreen = () => <JobList title="All Jobs" />

function JobList({ title }: { title: string }) {
  const rights = useRights()
  const href = useRecordHref()
  useTimings()
  return (
    <PageFrame
      title={title}
      width="full"
      actions={
        <>
          <ScanTicket />
          {can(rights, 'jobs', 'create') ? (
            <Button component={Link} to="/jobs/create" leftSection={<IconPlus size={18} aria-hidden />}>
              New job
            </Button>
          ) : null}
        </>
      }
    >
      <ReadLateByPlan />
      <RecordList
        list={jobList}
        href={(row) => href('job', row.id)}
        empty={{
          icon: <IconListDetails stroke={1.5} />,
          title: 'No open jobs',
          children: 'Jobs are made when a client approves a quotation, or by hand.',
        }}
      />
    </PageFrame>
  )
}

/** The camera reads the code of a job ticket and opens its job; only on devices that can. */
function ScanTicket() {
  const href = useRecordHref()
  const navigate = useNavigate()
  const [isLooking, setLooking] = useState(false)
  const reading = useActMutation({
    mutationFn: async (words: string) =>
      uuidOf(/[?&]job=([0-9a-f-]{36})/i.exec(words)?.[1] ?? '') ?? (await jobByNumber(words)),
    onSuccess: (id) => {
      const to = id && href('job', id)
      if (to) void navigate(to)
      else notifications.show({ color: 'red', message: 'This is not the code of a job ticket.' })
    },
    onError: (error) => notifications.show({ color: 'red', title: 'Not read', message: saveProblem(error) }),
  })
  if (whyNoCamera() !== null) return null
  return (
    <>
      <Button variant="default" leftSection={<IconCamera size={18} aria-hidden />} onClick={() => setLooking(true)}>
        Scan a ticket
      </Button>
      {isLooking ? (
        <ScanByCamera
          title="Scan a job ticket"
          onRead={(words) => reading.mutate(words)}
          onClose={() => setLooking(false)}
        />
      ) : null}
    </>
  )
}
