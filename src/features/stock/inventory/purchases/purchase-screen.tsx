import { Modal, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBan, IconCheck, IconDownload, IconMail, IconPackageImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { purchasePaper } from '@/documents/paper/purchase-paper'
import { downloadPdf } from '@/documents/pdf/download'
import { useLive } from '@/kit/live/use-live'
import { MailPanel } from '@/kit/mail/mail-panel'
import { SendByMail } from '@/kit/mail/send-by-mail'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { PrintedPaper } from '@/kit/record/printed-paper'
import { Facts, type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { calendarDayText, dayText, momentText } from '@/shared/domain/text/formats'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { useRights } from '@/shared/hooks/current-user'
import page from '@/shared/ui/page/record-page.module.css'
import { inventoryKey, inventoryLive } from '../inventory'
import { movedStock } from '@/shared/domain/money/stock-text'
import { cancelPurchase } from './api/purchase.mutation'
import { type Purchase, purchaseQuery, readPurchaseDocument } from './api/purchase.query'
import { EditPurchase, ReceiptKept, ReceiveGoods, SendPurchase } from './purchase-dialogs'
import { PurchaseLines } from './purchase-lines'
import { PurchaseStatus } from './purchase-status'

const back = { label: 'Purchase orders', href: `${linkTo('/inventory')}?part=purchases` }

/** /inventory?purchase=: one order to a supplier. */
export function PurchaseScreen({ id }: { id: string }) {
  const purchase = useQuery(purchaseQuery(id))
  useLive(inventoryKey, inventoryLive)
  return (
    <RecordState of={purchase} what="purchase order" back={back}>
      {(row) => <PurchasePage row={row} />}
    </RecordState>
  )
}

function PurchasePage({ row }: { row: Purchase }) {
  const rights = useRights()
  const { open: setOpen, subject: open, close } = useDialog('purchase')
  const mayKeep = can(rights, 'inventory', 'edit')
  const maySend = can(rights, 'inventory', 'create')
  const isDraft = row.status === 'draft'
  const isComing = row.status === 'sent' || row.status === 'part_received'
  const printed = async () => {
    const document = await readPurchaseDocument(row.id)
    return document && { paper: purchasePaper(document) }
  }
  const pdf = useActMutation({
    mutationFn: async () => {
      const made = await printed()
      if (made) await downloadPdf(made.paper)
    },
    onError: () =>
      notifications.show({ color: 'red', title: 'No PDF', message: 'The PDF could not be made. Please try again.' }),
  })
  const actions: RecordAction[] = [
    { label: 'PDF', icon: <IconDownload size={18} aria-hidden />, onClick: () => pdf.mutate(), isBusy: pdf.isPending },
    ...(isDraft && maySend
      ? [
          {
            label: 'Sent another way',
            icon: <IconCheck size={18} aria-hidden />,
            onClick: () => setOpen('send'),
            why: row.lines.length === 0 ? 'Add an item first.' : null,
          },
        ]
      : []),
    ...(maySend && (isDraft || isComing)
      ? [
          {
            label: isDraft ? 'Cancel this order' : 'The rest does not come',
            icon: <IconBan size={18} aria-hidden />,
            onClick: () => setOpen('cancel'),
            isDangerous: true,
          },
        ]
      : []),
  ]
  const primary: RecordAction | null =
    isDraft && maySend
      ? {
          label: 'Send by mail',
          icon: <IconMail size={18} aria-hidden />,
          onClick: () => setOpen('mail'),
          why:
            row.lines.length === 0
              ? 'Add an item first.'
              : hasPermission(rights, 'view_financial_data')
                ? null
                : 'The PDF shows what things cost, and you may not see that.',
        }
      : isComing && mayKeep
        ? {
            label: 'Receive goods',
            icon: <IconPackageImport size={18} aria-hidden />,
            onClick: () => setOpen('receive'),
          }
        : null
  return (
    <RecordPage
      title={row.purchase_number}
      kind="Purchase order"
      status={<PurchaseStatus status={row.status} />}
      primary={primary}
      actions={actions}
      back={back}
      notice={
        isComing && mayKeep ? (
          <ReceiptKept id={row.id} isOpen={open === 'receive'} onOpen={() => setOpen('receive')} />
        ) : null
      }
      aside={
        <Stack>
          <section className={page.panel} aria-label="About">
            <Facts
              of={{
                Supplier: <ContactLink of={row.supplier} />,
                Sent: row.sent_at ? `${dayText(row.sent_at)}${row.sent_to ? `, ${row.sent_to}` : ''}` : 'Not yet',
                Expected: isDraft || !row.expected_on ? null : calendarDayText(row.expected_on),
                Note: isDraft ? null : row.note,
                Cancelled: row.cancel_reason,
              }}
            />
          </section>
          {isDraft && mayKeep ? <EditPurchase row={row} /> : null}
          {isDraft ? null : (
            <MailPanel
              kind="purchase_order"
              what="purchase order"
              id={row.id}
              page="inventory"
              queryKey={inventoryKey}
              maySend={maySend && hasPermission(rights, 'view_financial_data') && row.status !== 'cancelled'}
            />
          )}
          <Receipts row={row} />
        </Stack>
      }
    >
      <PrintedPaper of={['purchase', row.id]} version={JSON.stringify(row)} read={printed} />
      <PurchaseLines row={row} isOpen={isDraft && mayKeep} />
      {open === 'send' ? <SendPurchase row={row} onClose={close} /> : null}
      {open === 'mail' ? (
        <Modal opened onClose={close} title={`Send ${row.purchase_number} by mail`} size="72rem">
          <SendByMail
            kind="purchase_order"
            id={row.id}
            submitLabel="Send purchase order"
            queryKey={inventoryKey}
            onSent={close}
            onCancel={close}
          />
        </Modal>
      ) : null}
      {open === 'receive' ? <ReceiveGoods row={row} onClose={close} /> : null}
      {open === 'cancel' ? (
        <ReasonDialog
          title={isDraft ? `Cancel ${row.purchase_number}` : `Nothing more comes of ${row.purchase_number}`}
          text={isDraft ? 'Nothing was ordered.' : 'What arrived stays in stock. The rest is not on order any more.'}
          submitLabel={isDraft ? 'Cancel this order' : 'Close it'}
          name={`purchase-cancel-${row.id}`}
          queryKey={inventoryKey}
          save={(reason) => cancelPurchase(row.id, reason)}
          onClose={close}
        />
      ) : null}
    </RecordPage>
  )
}

function Receipts({ row }: { row: Purchase }) {
  const { data: staff = [] } = useQuery(staffQuery)
  if (row.receipts.length === 0) return null
  return (
    <section className={page.panel} aria-label="What arrived">
      <Title order={2} size="h4" mb="sm">
        What arrived
      </Title>
      <Stack gap="sm">
        {row.receipts
          .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
          .map((receipt) => (
            <div key={receipt.id}>
              <Text size="sm" fw={500}>
                {momentText(receipt.created_at)}
                {receipt.delivery_note ? ` · note ${receipt.delivery_note}` : ''}
              </Text>
              {receipt.movements.map((movement) => (
                <Text key={movement.id} size="sm">
                  {movedStock(movement.qty, movement.unit)} {movement.item.name}
                  {movement.reason === 'reversal' ? ' (undone)' : ''}
                </Text>
              ))}
              <Text size="xs" c="dimmed">
                {staff.find(({ value }) => value === receipt.created_by)?.label}
              </Text>
            </div>
          ))}
      </Stack>
    </section>
  )
}
