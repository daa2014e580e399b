import { useDocumentTitle } from '@mantine/hooks'
import { useKnownUnread } from '@/features/office/notifications/use-live-badge'
import { useSiteTitle } from '@/features/site/website/use-website-metadata'
import { titleMark } from '@/shared/domain/badge'
import { useCurrentUserOrNull } from '@/shared/ui/current-user'
import { useOpenRecord } from '@/shared/ui/record-title'

/** The title of the window: how much is unread, the open record or else the screen, then the site. */
export function usePageTitle(screen: string): void {
  const unread = useKnownUnread(useCurrentUserOrNull()?.id ?? null)
  const record = useOpenRecord()
  useDocumentTitle(`${titleMark(unread)}${record ?? screen} · ${useSiteTitle()}`)
}
