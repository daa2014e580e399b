import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@/shared/domain/money/money'
import { isRecordKind } from '@/shared/domain/records/record-kind'
import { calendarDayText } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { type EntryChange, entryChangesQuery } from '../api/hand-over.query'
import type { Days } from '../../shared/days'
import classes from './hand-over.module.css'

const words: Readonly<Record<string, string>> = { new: 'Came later', changed: 'Changed', gone: 'Gone' }

function amountText({ given, now }: EntryChange): string {
  if (given === null || now === null || given === now) return formatMoney(now ?? given ?? '0')
  return `${formatMoney(given)} → ${formatMoney(now)}`
}

/** The entries of these days that are new, changed or gone since they were given in this format. */
export function Changes({ format, days }: { format: string; days: Days }) {
  const changes = useQuery(entryChangesQuery(format, days))
  if (changes.isPending) return <LineSkeletons count={3} height={44} />
  if (changes.isError) return <Problem onRetry={() => void changes.refetch()}>{saveProblem(changes.error)}</Problem>
  return (
    <ul className={classes.changes} aria-label="What changed">
      {changes.data.map((one) => (
        <li key={one.entry_id}>
          <span>
            {isRecordKind(one.kind) ? (
              <RecordLink kind={one.kind} id={one.id}>
                {one.number ?? 'No number'}
              </RecordLink>
            ) : (
              one.number
            )}
            <Text component="span" c="dimmed" size="sm">
              {[' ', calendarDayText(one.on_date), one.party].filter(Boolean).join(' · ')}
            </Text>
          </span>
          <Text component="span" size="sm">
            {words[one.change] ?? one.change}
          </Text>
          <span className={classes.amount}>{amountText(one)}</span>
        </li>
      ))}
    </ul>
  )
}
