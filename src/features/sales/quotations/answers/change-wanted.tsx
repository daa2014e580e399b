import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { threadQuery } from '@/kit/thread/thread.query'
import { momentText } from '@/shared/domain/text/formats'
import type { Quotation } from '../api/quotation.query'

/** What the client wants to have changed, over the lines that are revised for it; null in every other state. */
export function ChangeWanted({ row, mayEdit }: { row: Quotation; mayEdit: boolean }) {
  const { data: thread, isPending } = useQuery({
    ...threadQuery('quotation', row.id),
    enabled: row.status === 'change_requested',
  })
  // Its place is kept while it is read: the lines below do not move under the pointer.
  if (row.status === 'change_requested' && isPending) return <Skeleton height={mayEdit ? 142 : 104} mb="md" />
  const wish = thread?.messages.findLast(({ isWish }) => isWish)
  if (row.status !== 'change_requested' || !wish) return null
  const answer = () => {
    const questions = document.getElementById('questions')
    questions?.scrollIntoView({ block: 'center' })
    questions?.querySelector('textarea')?.focus({ preventScroll: true })
  }
  return (
    <Alert color="yellow" title={`${wish.name ?? 'The client'} wants a change`} mb="md">
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {wish.words}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        {momentText(wish.at)}
      </Text>
      {mayEdit ? (
        <Button variant="default" size="compact-sm" mt="xs" onClick={answer}>
          Answer
        </Button>
      ) : null}
    </Alert>
  )
}
