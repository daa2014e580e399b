import { useDocumentTitle } from '@mantine/hooks'
import { useSiteTitle } from '@/features/website/use-website-metadata'

/** The title of the window: the screen, then the site. */
export function usePageTitle(screen: string): void {
  useDocumentTitle(`${screen} · ${useSiteTitle()}`)
}
