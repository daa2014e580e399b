import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { lowerToMade } from '../api/order.mutation'
import { orderKey, type ShortOfOrder, shortOfOrderQuery } from '../api/order.query'

const JobLink = ({ of }: { of: ShortOfOrder }) => (
  <RecordLink kind="job" id={of.job_id}>
    {of.job_number}
  </RecordLink>
)

/** The end of a sentence that somebody typed. */
const ended = (words: string): string => words.replace(/[. ]+$/, '')

type ListProps = {
  title: string
  rows: readonly ShortOfOrder[]
  words: (of: ShortOfOrder) => ReactNode
  action: (of: ShortOfOrder) => ReactNode
}

const ShortList = ({ title, rows, words, action }: ListProps) =>
  rows.length === 0 ? null : (
    <Alert color="yellow" title={title}>
      <Stack gap="xs">
        {rows.map((of) => (
          <Group key={of.job_id} gap="sm" justify="space-between">
            <Text size="sm">{words(of)}</Text>
            {action(of)}
          </Group>
        ))}
      </Stack>
    </Alert>
  )

/** The pieces of an order that are short and made by nobody: of jobs that were made or cancelled; or fewer are enough and the order still says more. */
export function ShortPieces({ orderId }: { orderId: string }) {
  const mayLower = can(useRights(), 'orders', 'edit')
  const queryClient = useQueryClient()
  const { data = [] } = useQuery(shortOfOrderQuery(orderId))
  const [asked, setAsked] = useState<ShortOfOrder | null>(null)
  const lowering = useActMutation({
    mutationFn: (of: { job: string; short: number }) => lowerToMade(of.job, of.short),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey(orderId) }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not lowered', message: saveProblem(error) }),
  })
  const ask = (of: ShortOfOrder) =>
    mayLower ? (
      <Button size="sm" variant="default" onClick={() => setAsked(of)}>
        Lower the order to {of.qty - of.short}…
      </Button>
    ) : null
  return (
    <>
      <ShortList
        title="A job was cancelled, and nobody makes its pieces"
        rows={data.filter(({ cancelled }) => cancelled !== null)}
        words={(of) => (
          <>
            {of.short} of {of.qty}: {of.title}, <JobLink of={of} />. {ended(of.cancelled ?? '')}. The job can begin
            again.
          </>
        )}
        action={ask}
      />
      <ShortList
        title="Pieces are short, and nobody makes them"
        rows={data.filter(({ why, cancelled }) => why === null && cancelled === null)}
        words={(of) => (
          <>
            {of.short} of {of.qty}: {of.title}, <JobLink of={of} />
          </>
        )}
        action={ask}
      />
      <ShortList
        title="Fewer are enough, and the order still says more"
        rows={data.filter(({ why }) => why !== null)}
        words={(of) => (
          <>
            {of.qty - of.short} of {of.qty} were made: {of.title}, <JobLink of={of} />. {of.why}
          </>
        )}
        action={(of) =>
          mayLower ? (
            <Button
              size="sm"
              variant="default"
              loading={lowering.isPending}
              onClick={() => lowering.mutate({ job: of.job_id, short: of.short })}
            >
              Lower the order to {of.qty - of.short}
            </Button>
          ) : null
        }
      />
      {asked ? (
        <ReasonDialog
          title={`Lower ${asked.title} to ${asked.qty - asked.short}`}
          text="The line, its discounts, planned deliveries, the deposit and the total come down with it."
          submitLabel="Lower the order"
          name={`order-lower-${asked.job_id}`}
          queryKey={orderKey(orderId)}
          save={(reason) => lowerToMade(asked.job_id, asked.short, reason)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}
