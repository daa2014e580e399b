import { Badge, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { removeRow, saveVersioned } from '@/kit/save/save-row'
import { dayText } from '@/shared/domain/text/formats'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Stars } from '../../shared/post-cards'
import { officeKey, type ReviewLine, reviewsQuery } from '../api/office.query'
import { useLiveOffice } from '../use-live-office'
import classes from './reviews-screen.module.css'

const states = [
  { value: 'pending', label: 'Waiting' },
  { value: 'published', label: 'Published' },
  { value: 'hidden', label: 'Hidden' },
]

/** /reviews: the clients' reviews. The office publishes, hides and answers them. */
export function ReviewsScreen() {
  const [search, setSearch] = useSearchParams()
  const reviews = useQuery(reviewsQuery)
  const mayModerate = hasPermission(useRights(), 'manage_website')
  useLiveOffice()
  const state = states.find(({ value }) => value === search.get('state'))?.value ?? 'pending'
  const all = reviews.data ?? []
  const shown = all.filter(({ status }) => status === state)
  const count = (value: string) => all.filter(({ status }) => status === value).length
  return (
    <PageFrame title="Reviews" lead="A review shows on the site when it is published." width="text">
      <SegmentedControl
        aria-label="State"
        mb="md"
        data={states.map(({ value, label }) => ({ value, label: `${label} ${count(value)}` }))}
        value={state}
        onChange={(value) => setSearch(value === 'pending' ? {} : { state: value }, { replace: true })}
      />
      {reviews.isPending ? (
        <LineSkeletons count={3} height={120} />
      ) : reviews.isError && !reviews.data ? (
        <Problem onRetry={() => void reviews.refetch()}>{saveProblem(reviews.error)}</Problem>
      ) : shown.length === 0 ? (
        <EmptyScreen icon={<IconStar stroke={1.5} />} title={state === 'pending' ? 'Nothing waits' : 'None'}>
          {state === 'pending' ? 'New reviews of visitors appear here at once.' : 'Reviews of this state appear here.'}
        </EmptyScreen>
      ) : (
        <Stack gap="md" component="ul" className={classes.reviews ?? ''}>
          {shown.map((review) => (
            <Review key={review.id} review={review} mayModerate={mayModerate} />
          ))}
        </Stack>
      )}
    </PageFrame>
  )
}

function Review({ review, mayModerate }: { review: ReviewLine; mayModerate: boolean }) {
  const queryClient = useQueryClient()
  const [reply, setReply] = useState<string | null>(null)
  const id = useId()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: officeKey })
  const saving = useActMutation({
    mutationFn: (values: { status?: string; reply?: string | null }) =>
      saveVersioned({ table: 'reviews', what: 'this review', row: review, values }),
    onSuccess: () => setReply(null),
    onSettled,
  })
  const removing = useActMutation({
    mutationFn: () => removeRow({ table: 'reviews', what: 'this review', id: review.id }),
    onSettled,
  })
  const problem = saving.error ?? removing.error
  const isBusy = saving.isPending || removing.isPending
  return (
    <li className={classes.review} aria-labelledby={id}>
      <Group justify="space-between" gap="xs">
        <Stars rating={review.rating} />
        {review.services ? <Badge variant="light">{review.services.name}</Badge> : null}
      </Group>
      <p className={classes.body}>{review.body}</p>
      <Text id={id} size="sm" c="dimmed">
        {[review.name, review.company].filter(Boolean).join(', ')} · {dayText(review.created_at)}
        {review.email ? ` · ${review.email}` : ''}
      </Text>
      {review.reply && reply === null ? <p className={classes.reply}>{review.reply}</p> : null}
      {reply === null ? null : (
        <Textarea
          label="Our answer"
          description="Shown under the review on the site"
          autosize
          minRows={2}
          maxLength={3000}
          autoFocus
          value={reply}
          onChange={(event) => setReply(event.currentTarget.value)}
        />
      )}
      {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
      {mayModerate ? (
        <Group gap="xs">
          {reply === null ? (
            <>
              {review.status === 'published' ? null : (
                <Button size="xs" loading={isBusy} onClick={() => saving.mutate({ status: 'published' })}>
                  Publish
                </Button>
              )}
              <Button size="xs" variant="default" disabled={isBusy} onClick={() => setReply(review.reply ?? '')}>
                {review.reply ? 'Change the answer' : 'Answer'}
              </Button>
              {review.status === 'hidden' ? (
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  disabled={isBusy}
                  onClick={() =>
                    confirmRemoval({
                      title: 'Remove this review?',
                      text: `The review by ${review.name} is gone for good.`,
                      confirm: 'Remove the review',
                      onConfirm: () => removing.mutate(),
                    })
                  }
                >
                  Remove
                </Button>
              ) : (
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  disabled={isBusy}
                  onClick={() => saving.mutate({ status: 'hidden' })}
                >
                  Hide
                </Button>
              )}
            </>
          ) : (
            <>
              <Button size="xs" loading={isBusy} onClick={() => saving.mutate({ reply: reply.trim() || null })}>
                Save the answer
              </Button>
              <Button size="xs" variant="default" disabled={isBusy} onClick={() => setReply(null)}>
                Cancel
              </Button>
            </>
          )}
        </Group>
      ) : null}
    </li>
  )
}
