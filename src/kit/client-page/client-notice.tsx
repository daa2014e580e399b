import type { ReactNode } from 'react'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'

type ClientNoticeProps = { icon: ReactNode; title: string; children?: ReactNode; actions?: ReactNode }

/** A whole page that says one thing to a client. The window is called as it is. */
export function ClientNotice(props: ClientNoticeProps) {
  useRecordTitle(props.title)
  return <EmptyScreen whole {...props} />
}
