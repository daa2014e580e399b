import { Button, Group } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { linkTo } from '@/shared/lib/address'
import { forgetShare } from '@/shared/lib/shared-files'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { namedJobs } from '../api/named-jobs'
import { useFileUploads } from './use-file-uploads'

/** Puts files that another program shared on a job, as its artwork. */
export function AddSharedFiles({ files }: { files: readonly File[] }) {
  const [jobId, setJobId] = useState<string | null>(null)
  return (
    <Group gap="sm" align="flex-end">
      <RecordPicker
        label="Artwork of a job"
        placeholder="Number, title or client"
        source={namedJobs}
        value={jobId}
        onChange={setJobId}
      />
      {jobId === null ? null : <Add key={jobId} jobId={jobId} files={files} />}
    </Group>
  )
}

function Add({ jobId, files }: { jobId: string; files: readonly File[] }) {
  const { add } = useFileUploads(jobId)
  const href = useRecordHref()
  const navigate = useNavigate()
  const put = async () => {
    await add(files, 'artwork')
    await forgetShare()
    await navigate(href('job', jobId) ?? linkTo('/jobs'))
  }
  return (
    <Button variant="default" leftSection={<IconPhoto size={18} stroke={1.5} aria-hidden />} onClick={() => void put()}>
      Add to this job
    </Button>
  )
}
