import {
  IconChecklist,
  IconFileInvoice,
  IconMessage,
  IconPackage,
  IconPhotoCheck,
  IconTruckDelivery,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Notice, NotificationSource } from '@/shared/domain/records/notification'

const icons: Record<NotificationSource, ComponentType<IconProps>> = {
  task_reply_notifications: IconMessage,
  mockup_notifications: IconPhotoCheck,
  delivery_notifications: IconTruckDelivery,
  partial_delivery_notifications: IconPackage,
  notifications: IconChecklist,
}

/** The icon of a notice by its source or record. */
export function NoticeIcon({ notice }: { notice: Notice }) {
  const Icon = notice.target?.kind === 'quotation' ? IconFileInvoice : icons[notice.source]
  return <Icon size={20} stroke={1.5} aria-hidden />
}
