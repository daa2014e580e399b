import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AskedKind, threadQuery } from './thread.query'

/** A mark in the head of a record while a client's question is open. It links to the answer field. */
export function QuestionMark({ kind, id }: { kind: AskedKind; id: string }) {
  const { data: thread } = useQuery(threadQuery(kind, id))
  return thread?.isOpen ? (
    <Badge component="a" href="#questions" color="magenta" variant="light" style={{ cursor: 'pointer' }}>
      A question waits
    </Badge>
  ) : null
}
