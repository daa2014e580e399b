import { IconCheck, IconCoins, IconEye, IconPencil, IconSend, IconX, type TablerIcon } from '@tabler/icons-react'
import { DocumentStory } from '@/kit/record/document-story'
import { accountsKey } from './keys'

const words: Readonly<Record<string, string>> = {
  created: 'Created',
  issued: 'Issued',
  sent: 'Sent',
  mailed: 'Mail sent',
  mail_planned: 'Mail planned',
  mail_failed: 'Mail failed',
  viewed: 'Opened by the client',
  paid: 'Paid in full',
  settled: 'Settled, a part is written off',
  voided: 'Voided',
  credit_used: 'Credit used',
  paid_back: 'Paid back',
  written_off: 'Written off',
  write_off_taken_back: 'Write-off taken back',
}

const icons: Readonly<Record<string, TablerIcon>> = {
  created: IconPencil,
  issued: IconCheck,
  sent: IconSend,
  viewed: IconEye,
  paid: IconCoins,
  settled: IconCoins,
  voided: IconX,
}

/** The events of a paper, newest first. */
export const Story = ({ kind, id }: { kind: 'invoice' | 'credit_note' | 'statement'; id: string }) => (
  <DocumentStory kind={kind} id={id} queryKey={[...accountsKey, kind, id]} words={words} icons={icons} />
)
