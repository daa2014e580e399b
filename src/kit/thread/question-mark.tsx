import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { type AskedKind, openQuestionsQuery, threadQuery } from './thread.query'

/** A mark in the head of a record while a client's question is open. It links to the answer field. */
export function QuestionMark({ kind, id }: { kind: AskedKind; id: string }) {
  const { data: thread } = useQuery(threadQuery(kind, id))
  return thread?.isOpen ? (
    <Badge component="a" href="#questions" color="magenta" variant="light" style={{ cursor: 'pointer' }}>
      A question waits
    </Badge>
  ) : null
}

const proofsLive = ['jobs', 'production'].map((page) => ({ page, tables: ['mockups', 'mockup_comments'] }))

/** The same for a comment of the client on the proof of a job. It links to the comment. */
export function ProofQuestionMark({ job }: { job: string }) {
  const { data = [] } = useQuery(openQuestionsQuery)
  useLive(openQuestionsQuery.queryKey, proofsLive)
  const href = useRecordHref()('mockup', job)
  const asked = data.find(({ kind, record_id }) => kind === 'mockup' && record_id === job)
  return asked && href ? (
    <Badge component={Link} to={`${href}#${asked.part}`} color="magenta" variant="light" style={{ cursor: 'pointer' }}>
      A question waits
    </Badge>
  ) : null
}
