import { Button, Group, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pickFirst } from '@/shared/hooks/pick-first'
import { linkTo } from '@/shared/lib/address'
import { forgetShare } from '@/shared/lib/shared-files'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { fewest, jobChoiceQuery } from '../api/job-choice.query'
import { useFileUploads } from './use-file-uploads'

/** Puts files that another program shared on a job, as its artwork. */
export function AddSharedFiles({ files }: { files: readonly File[] }) {
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, 200)
  const { data: found = [] } = useQuery(jobChoiceQuery(wanted))
  const [jobId, setJobId] = useState<string | null>(null)
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Artwork of a job"
        placeholder="Number, title or client"
        searchable
        clearable
        selectFirstOptionOnChange={false}
        onKeyDownCapture={pickFirst}
        value={jobId}
        onChange={setJobId}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={found.map(({ id, job_number, title }) => ({
          value: id,
          label: [job_number, title].filter(Boolean).join(' '),
        }))}
        nothingFoundMessage={typed.trim().length < fewest ? 'Type at least 2 characters' : 'No job has these words'}
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
