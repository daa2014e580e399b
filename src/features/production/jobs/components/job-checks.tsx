import { Anchor, Badge, Group, Image, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { clockText, dayText } from '@/shared/domain/text/formats'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { reasonLabel } from '../../shared/check-reasons'
import type { Job } from '../api/job.query'
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
            {check.reason ? (
              <Text size="sm" c="dimmed">
                {reasonLabel(check.reason)}
              </Text>
            ) : null}
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
