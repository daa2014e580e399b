import { Badge } from '@mantine/core'
import { IconCheck, IconCircle, IconCircleHalf2, IconClock, IconX, type TablerIcon } from '@tabler/icons-react'
import { momentText } from '@/shared/domain/text/formats'
import type { Mail } from './mail.query'

const looks: Readonly<Record<string, { label: string; color: string; Icon: TablerIcon }>> = {
  queued: { label: 'Waits', color: 'yellow', Icon: IconClock },
  sending: { label: 'Being sent', color: 'cyan', Icon: IconCircleHalf2 },
  sent: { label: 'Sent', color: 'green', Icon: IconCheck },
  failed: { label: 'Failed', color: 'magenta', Icon: IconX },
  cancelled: { label: 'Cancelled', color: 'gray', Icon: IconCircle },
}

/** The name of a mail's state on the screen. */
export const mailStateLabel = (status: string): string => looks[status]?.label ?? status

export function MailBadge({ status }: { status: string }) {
  const { label, color, Icon } = looks[status] ?? { label: status, color: 'gray', Icon: IconCircle }
  return (
    <Badge
      component="span"
      variant="light"
      color={color}
      style={{ flex: 'none', minWidth: 'max-content' }}
      leftSection={<Icon size={12} stroke={2.2} aria-hidden />}
    >
      {label}
    </Badge>
  )
}

const at = (moment: string): string => momentText(moment)

/** When a mail went out or will, in words. */
export function mailTime(mail: Pick<Mail, 'status' | 'send_at' | 'sent_at' | 'next_try_at' | 'tries'>): string {
  if (mail.status === 'sent' && mail.sent_at) return at(mail.sent_at)
  if (mail.status === 'queued' && mail.tries > 0) return `Next try ${at(mail.next_try_at)}`
  return at(mail.send_at)
}
