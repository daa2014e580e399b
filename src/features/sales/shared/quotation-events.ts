import {
  IconCheck,
  IconCoins,
  IconEye,
  IconHelp,
  IconMessage,
  IconPencil,
  IconSend,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'

/** The words for each event of a quotation. */
export const eventWords: Readonly<Record<string, string>> = {
  created: 'Created',
  edited: 'Changed',
  sent: 'Sent',
  mailed: 'Mail sent',
  mail_planned: 'Mail planned',
  mail_failed: 'Mail failed',
  viewed: 'Opened by the client',
  question: 'Question',
  answer: 'Answer to the question',
  question_closed: 'Question answered by telephone',
  quantity_chosen: 'Quantity chosen by the client',
  approved: 'Approved',
  rejected: 'Rejected',
  change_requested: 'Change requested',
  answer_recorded: 'Answer recorded by us',
  revised: 'Next version begun',
  margin_asked: 'Approval of the margin asked for',
  margin_approved: 'Margin below the floor approved',
  lost_because: 'Reason of the loss',
  expired: 'Expired',
  cancelled: 'Cancelled',
  approval_undone: 'Approval taken back',
  deposit_paid: 'Deposit paid',
  status_repaired: 'Status repaired by an admin',
}

export const eventIcons: Readonly<Record<string, TablerIcon>> = {
  created: IconPencil,
  revised: IconPencil,
  sent: IconSend,
  viewed: IconEye,
  question: IconHelp,
  answer: IconMessage,
  change_requested: IconMessage,
  approved: IconCheck,
  rejected: IconX,
  cancelled: IconX,
  deposit_paid: IconCoins,
}

/** `40 s`, `3 min`, `1 h 5 min`: how long a page was read. */
export function readingTime(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
