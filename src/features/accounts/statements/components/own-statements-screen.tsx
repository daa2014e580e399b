import { Anchor, Stack, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { calendarDayText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { topics } from '@/shared/domain/nudge'
import { previewed } from '@/shared/domain/site-preview'
import { useCurrentUser } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { OwnPapers } from '@/shared/ui/own-papers'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { ownStatementsQuery } from '../api/own-statements.query'

/** /statements for clients who are signed in: what they owed at the end of each period, newest first. */
export const OwnStatementsScreen = () => (
  <OwnPapers title="Your statements" icon={<IconReceipt stroke={1.5} />}>
    <Statements />
  </OwnPapers>
)

function Statements() {
  const statements = useQuery(ownStatementsQuery)
  useLive(ownStatementsQuery.queryKey, [{ topic: topics.user(useCurrentUser().id), tables: ['statements'] }])
  if (statements.isPending) return <LineSkeletons count={4} height={72} />
  if (statements.isError)
    return <Problem onRetry={() => void statements.refetch()}>Your statements could not be read</Problem>
  if (statements.data.length === 0)
    return (
      <EmptyScreen icon={<IconReceipt stroke={1.5} />} title="No statements yet">
        A statement lists your invoices and payments of a period. It stands here when we made one.
      </EmptyScreen>
    )
  return (
    <Stack gap="md">
      {statements.data.map((statement) => (
        <article key={statement.id} className={page.panel} aria-label={statement.statement_number}>
          <Anchor href={previewed(`/statements/${statement.public_uuid}`)} fw={600}>
            {statement.statement_number}
          </Anchor>
          <Text size="sm" c="dimmed">
            {`${calendarDayText(statement.date_from)} to ${calendarDayText(statement.date_to)} · ${formatMoney(statement.closing, statement.currency)} open at its end`}
          </Text>
        </article>
      ))}
    </Stack>
  )
}
