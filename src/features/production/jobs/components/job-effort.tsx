import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '@/kit/record/record-page'
import { exact, minus, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import page from '@/shared/ui/page/record-page.module.css'
import { minutesText, sumOfMinutes, workedText } from '@/shared/domain/time/duration'
import { minutesAtFirst } from '../../shared/pieces'
import type { Job } from '../api/job.query'
import { untimedText } from '@/shared/domain/time/untimed'
import { effortQuery } from '../api/job-work.query'

/**
 * Time against plan. People who may see costs also get the material, and with the right to wages the cost against the
 * quoted cost.
 */
export function JobEffort({ job }: { job: Job }) {
  const { data } = useQuery(effortQuery(job.id))
  if (!data) return null
  const planned = sumOfMinutes(job.steps.filter(({ status }) => status !== 'skipped').map(minutesAtFirst))
  const worked = Math.floor(data.seconds / 60)
  const again = data.remakes
  const spent = written(
    sum([data.labour, data.material, again?.labour, again?.material].map((amount) => exact(amount ?? '0'))),
  )
  return (
    <section className={page.panel} aria-label="Time and cost">
      <Title order={2} size="h4" mb="sm">
        {data.material === undefined ? 'Time' : 'Time and cost'}
      </Title>
      <Facts
        of={{
          Planned: planned > 0 ? minutesText(planned) : 'Not planned',
          Worked:
            worked > planned && planned > 0
              ? `${minutesText(worked)}, ${minutesText(worked - planned)} over the plan`
              : workedText(data.seconds),
          Labour: data.labour ? formatMoney(data.labour) : null,
          Material: data.material ? formatMoney(data.material) : null,
          'Made again': again
            ? [
                `${again.jobs} ${again.jobs === 1 ? 'job' : 'jobs'}`,
                workedText(again.seconds),
                again.material && formatMoney(written(sum([exact(again.material), exact(again.labour ?? '0')]))),
              ]
                .filter(Boolean)
                .join(' · ')
            : null,
          Quoted: data.quoted === undefined ? null : data.quoted ? `${formatMoney(data.quoted)} net` : 'Not quoted',
          Left: data.quoted && data.labour ? formatMoney(written(minus(exact(data.quoted), exact(spent)))) : null,
        }}
      />
      {data.untimed > 0 && data.labour ? (
        <Text size="sm" c="dimmed" mt="xs">
          {untimedText(data.untimed)}
        </Text>
      ) : null}
    </section>
  )
}
