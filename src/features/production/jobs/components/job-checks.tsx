import { Anchor, Badge, Button, FileInput, Group, Image, Modal, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defineFields } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { staffQuery } from '@/shared/db/staff.query'
import { clockText, dayText } from '@/shared/domain/formats'
import { newId } from '@/shared/lib/new-id'
import { RecordLink } from '@/shared/ui/record-links'
import page from '@/shared/ui/record-page.module.css'
import { jobsKey } from '../../shared/api/cards.query'
import type { Job } from '../api/job.query'
import { checkJob } from '../api/job-work.mutation'
import { checksQuery, photoQuery } from '../api/job-work.query'

/** Each look of quality control at a job, with photo and remake. */
export function JobChecks({ job }: { job: Job }) {
  const { data: checks = [] } = useQuery(checksQuery(job.id))
  const { data: staff = [] } = useQuery(staffQuery)
  if (checks.length === 0) return null
  return (
    <section className={page.panel} aria-label="Quality control">
      <Title order={2} size="h4" mb="sm">
        Quality control
      </Title>
      <Stack gap="sm">
        {checks.map((check) => (
          <div key={check.id}>
            <Group gap="xs">
              <Badge component="span" variant="light" color={check.result === 'pass' ? 'green' : 'magenta'}>
                {check.result === 'pass' ? 'Passed' : 'Failed'}
              </Badge>
              {check.remake ? (
                <Text span size="sm">
                  made again as{' '}
                  <RecordLink kind="job" id={check.remake.id}>
                    {check.remake.job_number}
                  </RecordLink>
                </Text>
              ) : null}
            </Group>
            {check.note ? <Text size="sm">{check.note}</Text> : null}
            {check.photo_path ? <Photo path={check.photo_path} /> : null}
            <Text size="xs" c="dimmed">
              {staff.find(({ value }) => value === check.created_by)?.label} · {dayText(check.created_at)},{' '}
              {clockText(check.created_at)}
            </Text>
          </div>
        ))}
      </Stack>
    </section>
  )
}

function Photo({ path }: { path: string }) {
  const { data: url } = useQuery(photoQuery(path))
  return url ? (
    <Anchor href={url} target="_blank" rel="noreferrer">
      <Image src={url} alt="What failed" radius="sm" mah={180} w="auto" fit="contain" my={4} />
    </Anchor>
  ) : null
}

const fields = defineFields({
  note: longText('What is wrong', { required: true, empty: '', max: 5000, wide: true }),
  remake: quantity('How many are made again', {
    aboveZero: true,
    most: '1000000',
    help: 'Empty: the job itself goes back to production',
  }),
})

/** A job that failed: why, a photo, and how many are made again. */
export const FailJob = ({ job, onClose }: { job: Job; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`${job.job_number} did not pass`}>
    <FailForm job={job} onClose={onClose} />
  </Modal>
)

function FailForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const [id] = useState(newId)
  const [photo, setPhoto] = useState<File | null>(null)
  const form = useRecordForm({
    fields,
    name: `job-fail-${job.id}`,
    isNew: true,
    queryKey: jobsKey,
    save: ({ note, remake }) => checkJob({ id, jobId: job.id, result: 'fail', note, photo, remake }),
    onSaved: (remake) => {
      onClose()
      notifications.show({
        message: remake
          ? 'A remake is on the board. What is good of this job is ready.'
          : 'The job is in production again.',
      })
    },
  })
  return (
    <RecordForm form={form} label="Failed" submitLabel="Save" onCancel={onClose} isPlain autoFocus>
      <FileInput
        label="Photo"
        placeholder="Take or choose a photo"
        leftSection={<IconCamera size={18} aria-hidden />}
        accept="image/jpeg,image/png,image/webp"
        clearable
        value={photo}
        onChange={setPhoto}
      />
      {photo ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setPhoto(null)}>
          Without this photo
        </Button>
      ) : null}
    </RecordForm>
  )
}
