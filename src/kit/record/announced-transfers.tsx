import { Alert, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useLive } from '@/kit/live/use-live'
import { db } from '@/shared/db/client'
import { type Announced, announcedSchema } from '@/shared/domain/money/announced-transfer'
import { dayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'

const pages = { quotation: 'quotations', order: 'orders', invoice: 'invoices', contact: 'statements' } as const

type AnnouncedTransfersProps = {
  /** The paper that they are for; `contact`: all invoices of that client. */
  kind: keyof typeof pages
  id: string
}

/** For staff: the transfers that a client announced for a paper and that nobody recorded yet, with the way to record each. */
export function AnnouncedTransfers({ kind, id }: AnnouncedTransfersProps) {
  const queryKey = ['announced-transfers', kind, id]
  const read = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Announced> => {
      const { data } = await db
        .rpc('announced_transfers', { p_kind: kind, p_id: id })
        .abortSignal(signal)
        .throwOnError()
      return announcedSchema.parse(data)
    },
  })
  useLive(queryKey, [{ page: pages[kind], tables: ['payment_requests', 'payments', 'invoices'] }])
  return read.data?.map((one) => <Told key={one.id} one={one} queryKey={queryKey} />)
}

function Told({ one, queryKey }: { one: Announced[number]; queryKey: readonly string[] }) {
  const rights = useRights()
  const hrefOf = useRecordHref()
  const queryClient = useQueryClient()
  const withdrawing = useActMutation({
    mutationFn: async () => void (await db.rpc('withdraw_transfer', { p_id: one.id }).throwOnError()),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const money = formatMoney(one.amount, one.currency)
  // Opens the same payment as the notice does, filled with the announced values.
  const href = can(rights, 'payments', 'create') ? hrefOf('payment', one.id) : null
  return (
    <Alert title="Transfer announced, not seen yet" color="gray">
      {`The client said on ${dayText(one.told_at)} that ${money} was sent by bank transfer.`}
      {withdrawing.isError ? <Problem>{saveProblem(withdrawing.error)}</Problem> : null}
      {href ? (
        <Group gap="xs" mt="xs">
          <Button component={Link} to={href} size="xs">
            {`Record ${money}`}
          </Button>
          <Button size="xs" variant="subtle" loading={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
            It was not sent
          </Button>
        </Group>
      ) : null}
    </Alert>
  )
}
