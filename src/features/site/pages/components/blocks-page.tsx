import { useQuery } from '@tanstack/react-query'
import type { SitePageName } from '@/shared/domain/web/site-blocks'
import { linkTo } from '@/shared/lib/address'
import { pageQuery } from '../../shared/api/site.query'
import { Blocks } from '../../shared/blocks/blocks'
import { NotHere } from '../../shared/not-here'
import { ReadState } from '../../shared/read-state'
import { SitePage } from '../../shared/site-page'

/** A page of the site that the office makes of blocks. About and work are there once they were published. */
export function BlocksPage({ page }: { page: SitePageName }) {
  const read = useQuery(pageQuery(page))
  const isMadeFirst = page === 'about' || page === 'work'
  return (
    <SitePage>
      <ReadState of={read}>
        {(facts) =>
          isMadeFirst && facts.version === null ? (
            <NotHere what="page" all={{ label: 'Start', to: linkTo('/') }} />
          ) : (
            <Blocks facts={facts} isWhole={page === 'services'} />
          )
        }
      </ReadState>
    </SitePage>
  )
}
