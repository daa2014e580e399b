import { Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { purchasePaper } from '@/documents/paper/purchase-paper'
import { downloadPdf } from '@/documents/pdf/download'
import { date } from '@/kit/fields/date-fields'
import { defineFields, type Field } from '@/kit/fields/field'
import { stockMoney, stockQuantity } from '@/kit/fields/stock-fields'
import { longText, text } from '@/kit/fields/text-fields'
import { KeptDialog } from '@/kit/form/kept-dialog'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import { compared, exact, minus, written } from '@/shared/domain/money/decimal'
import { hasPermission } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { inventoryKey } from '../inventory'
import { typedWord } from '@/shared/domain/money/stock-text'
import { receivePurchase, sendPurchase } from './api/purchase.mutation'
import { type Purchase, purchaseCostsQuery, readPurchaseDocument } from './api/purchase.query'

const draftFields = defineFields({
  expected_on: date('Needed by'),
  note: longText('Note to the supplier', { max: 5000, wide: true }),
})

/** Day and note of a draft. */
export function EditPurchase({ row }: { row: Purchase }) {
  const form = useRecordForm({
    fields: draftFields,
    name: `purchase-${row.id}`,
    stored: row,
    queryKey: inventoryKey,
    save: (values) => saveVersioned({ table: 'purchase_orders', what: 'this purchase order', row, values }),
  })
  return <RecordForm form={form} label="Purchase order" submitLabel="Save" />
}

const sendFields = defineFields({
  to: text('How it went', { max: 300, wide: true, placeholder: 'By telephone, in their shop' }),
})

/** The order went to the supplier in another way than by mail from here: its PDF is saved. */
export const SendPurchase = ({ row, onClose }: { row: Purchase; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`${row.purchase_number} was sent another way`}>
    <SendForm row={row} onClose={onClose} />
  </Modal>
)

function SendForm({ row, onClose }: { row: Purchase; onClose: () => void }) {
  const form = useRecordForm({
    fields: sendFields,
    name: `purchase-send-${row.id}`,
    isNew: true,
    stored: {},
    queryKey: inventoryKey,
    save: async ({ to }) => {
      const document = await readPurchaseDocument(row.id)
      await sendPurchase(row.id, to)
      return document
    },
    onSaved: async (document) => {
      onClose()
      notifications.show({ message: `${row.purchase_number} counts as sent. Its items are on order now.` })
      if (document) await downloadPdf(purchasePaper(document))
    },
  })
  return (
    <RecordForm
      form={form}
      label="Send"
      submitLabel="Save the PDF and mark as sent"
      onCancel={onClose}
      isPlain
      autoFocus
    >
      <Text size="sm" c="dimmed">
        The PDF is saved on this device. From now on the items count as on order, and the lines are fixed.
      </Text>
    </RecordForm>
  )
}

/** The name of what is typed into that dialog, in this browser. */
const receiptDraft = (purchaseId: string): string => `purchase-receipt-${purchaseId}`

type ReceiptKeptProps = { id: string; isOpen: boolean; onOpen: () => void }

/** Says on the page of the purchase order that the closed dialog holds quantities that arrived. */
export const ReceiptKept = ({ id, isOpen, onOpen }: ReceiptKeptProps) => (
  <KeptDialog
    name={receiptDraft(id)}
    isOpen={isOpen}
    onOpen={onOpen}
    title="Quantities that arrived are not saved"
    isOneAct
    isAlone
  />
)

/** Receives the goods of a purchase order line by line. The whole rest is proposed. */
export const ReceiveGoods = ({ row, onClose }: { row: Purchase; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`What arrived of ${row.purchase_number}`} size="lg">
    <WithCosts row={row} onClose={onClose} />
  </Modal>
)

type ReceiveProps = { row: Purchase; onClose: () => void }

/** Waits for the order's prices, which are proposed as the costs. */
function WithCosts(props: ReceiveProps) {
  const costs = useQuery(purchaseCostsQuery(props.row.lines.map(({ id }) => id)))
  if (costs.isPending) return <LineSkeletons count={3} height={48} />
  return <ReceiveForm {...props} costs={costs.data ?? {}} />
}

const costOf = (line: string) => `cost_${line}`

function ReceiveForm({ row, costs, onClose }: ReceiveProps & { costs: Readonly<Record<string, string>> }) {
  const [id] = useState(newId)
  // The form keeps its initial lines: a line that was received elsewhere meanwhile is refused with a sentence.
  const [coming] = useState(() =>
    row.lines.flatMap((line) => {
      const missing = minus(exact(line.qty), exact(line.qty_received))
      return compared(missing, exact('0')) > 0 ? [{ ...line, missing: written(missing) }] : []
    }),
  )
  const fields = useMemo(() => {
    const lines: Record<string, Field<string | null>> = {}
    for (const { id: line, item, unit, missing } of coming) {
      const name = `${item.name}${item.bin ? ` → ${item.bin}` : ''}`
      lines[line] = {
        ...stockQuantity(name, unit, { most: missing }),
        labelIn: () => `${name} (${typedWord(unit, missing)})`,
      }
      lines[costOf(line)] = {
        ...stockMoney(`Price of one ${typedWord(unit, 1)}, without {tax}`, unit, {
          right: (rights) => hasPermission(rights, 'view_financial_data'),
          help: 'The supplier’s price. The item has this cost from now on.',
        }),
        labelIn: () => `Price of one ${typedWord(unit, 1)}, without {tax}`,
      }
    }
    return defineFields({ ...lines, note: text('Number of their delivery note', { max: 200 }) })
  }, [coming])
  const form = useRecordForm({
    fields,
    name: receiptDraft(row.id),
    isNew: true,
    stored: Object.fromEntries(
      coming.flatMap(({ id: line, missing }) => [
        [line, missing],
        [costOf(line), costs[line] ?? null],
      ]),
    ),
    queryKey: inventoryKey,
    save: (values: Record<string, string | null>) =>
      receivePurchase({
        id,
        purchaseId: row.id,
        deliveryNote: values['note'] ?? null,
        lines: coming.map(({ id: line }) => {
          const cost = values[costOf(line)]
          return {
            line_id: line,
            qty: values[line] ?? '0',
            ...(cost && cost !== costs[line] ? { unit_cost: cost } : {}),
          }
        }),
      }),
    onSaved: () => {
      onClose()
      notifications.show({ message: 'The goods are in stock. Jobs that waited for them have their material.' })
    },
  })
  return <RecordForm form={form} label="What arrived" submitLabel="Receive" onCancel={onClose} isPlain autoFocus />
}
