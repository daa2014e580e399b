import { useEffect, useEffectEvent } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useMarkNotice } from '@/features/office/notifications/use-mark-notice'
import { sourceOf } from '@/shared/domain/records/notification'
import { isRecordKind } from '@/shared/domain/records/record-kind'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useRecordLooks } from '@/shared/ui/page/record-links'

/** /open?kind=&id=: leads to the page of a record. A notice on a device opens it, and names itself: it is read then. */
export function OpenRecord() {
  const [asked] = useSearchParams()
  const looks = useRecordLooks()
  useReadNotice(asked.get('notice'))
  const [kind, id, part] = [asked.get('kind') ?? '', asked.get('id') ?? '', asked.get('part')]
  const address = isRecordKind(kind) && id !== '' ? looks(kind)?.address(id) : null
  return <Navigate to={address ? `${address}${part ? `#${part}` : ''}` : '/dashboard'} replace />
}

/** Marks the notice `source:id` as read, once. */
function useReadNotice(named: string | null): void {
  const mark = useMarkNotice(useCurrentUser().id)
  const read = useEffectEvent((name: string, id: string) => {
    const source = sourceOf(name)
    if (source)
      mark({ notice: { source, id, isRead: false, createdAt: '', title: '', message: '', target: null }, isRead: true })
  })
  useEffect(() => {
    const [source, id] = named?.split(':') ?? []
    if (source && id) read(source, id)
  }, [named])
}
