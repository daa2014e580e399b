import { useWebsiteMetadata } from '@/features/website/use-website-metadata'

/** The metadata of the site on the page, whatever screen is shown. */
export function SiteMetadata() {
  useWebsiteMetadata()
  return null
}
