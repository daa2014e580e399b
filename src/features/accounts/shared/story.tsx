import {
  IconCheck,
  IconCoins,
  IconEye,
  IconPencil,
  IconReceiptRefund,
  IconSend,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { z } from 'zod'
import { DocumentStory, usualDetail } from '@/kit/record/document-story'
import { formatMoney } from '@/shared/domain/money/money'
import { accountsKey } from './keys'

const words: Readonly<Record<string, string>> = {
  created: 'Created',
  issued: 'Issued',
  billed_again: 'To be billed again',
  not_charged: 'Not to be billed again',
  sent: 'Sent',
  mailed: 'Mail sent',
  mail_planned: 'Mail planned',
  mail_failed: 'Mail failed',
  client_po_changed: 'Client’s order number changed',
  network_queued: 'Given to the network',
  network_sent: 'Sent over the network',
  network_accepted: 'Accepted by the receiver’s access point',
  network_rejected: 'Rejected by the network',
  network_failed: 'Not sent over the network',
  viewed: 'Opened by the client',
  paid: 'Paid in full',
  settled: 'Settled, a part is written off',
  voided: 'Voided',
  credit_used: 'Credit used',
  paid_back: 'Paid back',
  payment_taken_back: 'Payment taken back',
  credited: 'Credit note',
  written_off: 'Written off',
  cash_discount: 'Cash discount given',
  cash_discount_taken_back: 'Cash discount taken back',
  write_off_taken_back: 'Write-off taken back',
}

const icons: Readonly<Record<string, TablerIcon>> = {
  created: IconPencil,
  issued: IconCheck,
  sent: IconSend,
  network_sent: IconSend,
  network_accepted: IconCheck,
  network_rejected: IconX,
  network_failed: IconX,
  viewed: IconEye,
  paid: IconCoins,
  settled: IconCoins,
  voided: IconX,
  payment_taken_back: IconX,
  credited: IconReceiptRefund,
}

const text = z.string().min(1).optional().catch(undefined)
const changed = z.object({ from: z.string(), to: z.string() })
const counterpart = z.object({ number: text, amount: text, reason: text }).catch({})

/** The detail of an event: for one of another paper its number, amount and reason. */
export function storyDetail(meta: unknown, type: string, currency?: string): string {
  if (type === 'client_po_changed') {
    const { from, to } = changed.parse(meta)
    return `: ${to || 'none'}${from ? `, was ${from}` : ''}`
  }
  if (type !== 'payment_taken_back' && type !== 'credited') return usualDetail(meta, type, currency)
  const { number, amount, reason } = counterpart.parse(meta)
  const named = [number, amount && formatMoney(amount, currency)].filter(Boolean).join(', ')
  return ` ${named}${reason ? `: ${reason}` : ''}`
}

type StoryProps = { kind: 'invoice' | 'credit_note' | 'statement'; id: string; currency: string | undefined }

/** The events of a paper, newest first. */
export const Story = ({ kind, id, currency }: StoryProps) => (
  <DocumentStory
    kind={kind}
    id={id}
    queryKey={[...accountsKey, kind, id]}
    words={words}
    icons={icons}
    detailOf={(meta, type) => storyDetail(meta, type, currency)}
  />
)
