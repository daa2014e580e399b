import { rememberedFormats } from '@/features/site/website/remembered-formats'
import { useCompanyFormats } from '@/features/site/website/use-company-formats'
import { useWebsiteMetadata } from '@/features/site/website/use-website-metadata'
import { setFormats } from '@/shared/domain/text/formats'

const remembered = rememberedFormats.read()
if (remembered) setFormats(remembered)

/** Sets the metadata of the site and the company's formats, on every screen. */
export function SiteMetadata() {
  useWebsiteMetadata()
  useCompanyFormats()
  return null
}
