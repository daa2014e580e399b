import { rememberedFormats } from '@/features/site/website/remembered-formats'
import { useCompanyFormats } from '@/features/site/website/use-company-formats'
import { useWebsiteMetadata } from '@/features/site/website/use-website-metadata'
import { setFormats } from '@/shared/domain/text/formats'

const remembered = rememberedFormats.read()
if (remembered) setFormats(remembered)

/** The metadata of the site on the page, and the company's way to write, whatever screen is shown. */
export function SiteMetadata() {
  useWebsiteMetadata()
  useCompanyFormats()
  return null
}
