import { useDocumentTitle } from '@mantine/hooks'
import { useSiteTitle } from '@/features/site/website/use-website-metadata'
import { useOpenRecord } from '@/shared/hooks/record-title'
import { useUnreadMark } from '@/shared/hooks/unread-mark'

/** The title of the window: how much is unread, the open record or else the screen, then the site. */
export function usePageTitle(screen: string): void {
  const record = useOpenRecord()
  const site = useSiteTitle()
  useDocumentTitle(`${useUnreadMark()}${record ?? screen} · ${site}`)
}
