import { useDocumentTitle } from '@mantine/hooks'
import { useKnownUnread } from '@/features/notifications/use-live-badge'
import { useSiteTitle } from '@/features/website/use-website-metadata'
import { titleMark } from '@/shared/domain/badge'
import { useCurrentUserOrNull } from '@/shared/ui/current-user'

/** The title of the window: how much is unread, the screen, then the site. */
export function usePageTitle(screen: string): void {
  const unread = useKnownUnread(useCurrentUserOrNull()?.id ?? null)
  useDocumentTitle(`${titleMark(unread)}${screen} · ${useSiteTitle()}`)
}
