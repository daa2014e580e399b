import { useQuery } from '@tanstack/react-query'
import { useSay } from '@/kit/client-page/use-say'
import { sitePart } from '@/shared/domain/texts/site/part'
import { linkTo } from '@/shared/lib/address'
import type { SitePageName } from '@/shared/domain/web/site-blocks'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { pageQuery } from '../../shared/api/site.query'
import { Blocks } from '../../shared/blocks/blocks'
import { NotHere } from '../../shared/not-here'
import { ReadState } from '../../shared/read-state'
import { SitePage } from '../../shared/site-page'

/** A page of the site that the office makes of blocks. About and work are there once they were published. */
export function BlocksPage({ page }: { page: SitePageName }) {
  const say = useSay(sitePart)
  const read = useQuery(pageQuery(page, useLanguage()))
  const isMadeFirst = page === 'about' || page === 'work'
  return (
    <SitePage>
      <ReadState of={read}>
        {(facts) =>
          isMadeFirst && facts.version === null ? (
            <NotHere what="page" all={{ label: say('start'), to: linkTo('/') }} />
          ) : (
            <Blocks facts={facts} isWhole={page === 'services'} />
          )
        }
      </ReadState>
    </SitePage>
  )
}
