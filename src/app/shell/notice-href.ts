import type { NoticeTarget } from '@/shared/domain/notification'
import { linkTo, paths, taskPath } from '../paths'

/** Where a notice leads; null when it leads nowhere. */
export function noticeHref(target: NoticeTarget): string | null {
  switch (target.kind) {
    case 'task':
      return taskPath(target.taskId)
    case 'mockup':
      return target.publicUuid === null ? null : linkTo(paths.mockup, { uuid: target.publicUuid })
    case 'delivery':
      return linkTo(paths.delivery, { id: target.deliveryId })
    case 'partialDelivery':
      return linkTo(paths.partialDeliveryNote, { id: target.partialDeliveryId })
    case 'quotation':
      return linkTo(paths.quotation, { id: target.quotationId })
    case 'nothing':
      return null
  }
}
