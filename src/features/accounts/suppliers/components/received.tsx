import { Anchor, Box, Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { confirmChange } from '@/kit/confirm'
import { can } from '@/shared/domain/people/permission'
import { momentText } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import page from '@/shared/ui/page/record-page.module.css'
import { useAct } from '../../shared/use-act'
import { type Receipt, settleReceipt, waitingReceiptsQuery } from '../api/receipts.query'
import { suppliersKey } from '../api/suppliers.query'

/** What came over the network and needs a person: why it was not entered by itself, and the next step. */
export function Received({ onEnter }: { onEnter: (id: string) => void }) {
  const { data = [] } = useQuery(waitingReceiptsQuery)
  useLive(suppliersKey, [{ page: 'supplier-invoices', tables: ['network_receipts'] }])
  if (data.length === 0) return null
  return (
    <Box component="section" className={page.panel} aria-labelledby="received-heading" mb="md">
      <Title order={2} size="h4" id="received-heading" mb="xs">
        Received over the network
      </Title>
      {data.map((receipt) => (
        <Waiting key={receipt.id} receipt={receipt} onEnter={() => onEnter(receipt.id)} />
      ))}
    </Box>
  )
}

function Waiting({ receipt, onEnter }: { receipt: Receipt; onEnter: () => void }) {
  const rights = useRights()
  const { act, isBusy } = useAct()
  const putAside = () =>
    confirmChange({
      title: 'Put this message aside?',
      text: 'It is no invoice that you pay. Its file is kept.',
      confirm: 'Put aside',
      onConfirm: act(() => settleReceipt(receipt.id, null)),
    })
  return (
    <Group justify="space-between" gap="xs" py={6}>
      <div>
        <Text size="sm" fw={600}>
          {[receipt.supplier_name ?? receipt.sender, receipt.invoice_number].filter(Boolean).join(', ')}
        </Text>
        <Text size="sm">{receipt.reason}</Text>
        <Text size="xs" c="dimmed">
          {momentText(receipt.received_at)}
        </Text>
      </div>
      <Group gap="xs">
        {can(rights, 'supplier-invoices', 'create') ? (
          <Button size="xs" variant="default" onClick={onEnter}>
            Enter
          </Button>
        ) : null}
        {can(rights, 'supplier-invoices', 'edit') ? (
          <Anchor component="button" type="button" size="sm" disabled={isBusy} onClick={putAside}>
            Put aside
          </Anchor>
        ) : null}
      </Group>
    </Group>
  )
}
