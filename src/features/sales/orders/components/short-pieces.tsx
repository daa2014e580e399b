import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { lowerToMade } from '../api/order.mutation'
import { orderKey, shortOfOrderQuery } from '../api/order.query'

/** The pieces of an order that are short though their jobs are made: nobody makes them, or fewer are enough and the order still says more. */
export function ShortPieces({ orderId }: { orderId: string }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const { data = [] } = useQuery(shortOfOrderQuery(orderId))
  const lowering = useActMutation({
    mutationFn: (of: { job: string; short: number }) => lowerToMade(of.job, of.short),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey(orderId) }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not lowered', message: saveProblem(error) }),
  })
  const open = data.filter(({ why }) => why === null)
  const enough = data.filter(({ why }) => why !== null)
  return (
    <>
      {open.length === 0 ? null : (
        <Alert color="yellow" title="Pieces are short, and nobody makes them">
          {open.map(({ job_id, job_number, title, qty, short }) => (
            <Text key={job_id} size="sm">
              {short} of {qty}: {title},{' '}
              <RecordLink kind="job" id={job_id}>
                {job_number}
              </RecordLink>
            </Text>
          ))}
        </Alert>
      )}
      {enough.length === 0 ? null : (
        <Alert color="yellow" title="Fewer are enough, and the order still says more">
          <Stack gap="xs">
            {enough.map(({ job_id, job_number, title, qty, short, why }) => (
              <Group key={job_id} gap="sm" justify="space-between">
                <Text size="sm">
                  {qty - short} of {qty} were made: {title},{' '}
                  <RecordLink kind="job" id={job_id}>
                    {job_number}
                  </RecordLink>
                  . {why}
                </Text>
                {can(rights, 'orders', 'edit') ? (
                  <Button
                    size="sm"
                    variant="default"
                    loading={lowering.isPending}
                    onClick={() => lowering.mutate({ job: job_id, short })}
                  >
                    Lower the order to {qty - short}
                  </Button>
                ) : null}
              </Group>
            ))}
          </Stack>
        </Alert>
      )}
    </>
  )
}
