import { useQuery } from '@tanstack/react-query'
import { linkTo } from '@/shared/lib/address'
import { postsQuery } from '../../shared/api/site.query'
import { PostCards } from '../../shared/cards'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { Shopfront } from '../../shared/blocks/shopfront'

/** /coming-soon: an announcement, and the latest news of the workshop. */
export function ComingSoonPage() {
  const { data: posts = [] } = useQuery(postsQuery)
  return (
    <SitePage>
      <div className={`${site.inside} ${site.section}`} style={{ paddingBottom: 0 }}>
        <h1 className={site.display}>The next page is on the cutting table</h1>
        <p className={site.lead}>
          What you looked for is being made. Until then, everything we sell today is one click away.
        </p>
        <p className={site.row} style={{ marginTop: '2rem' }}>
          <SiteLink to={linkTo('/services')} className={site.button}>
            See the services
          </SiteLink>
        </p>
      </div>
      <Shopfront />
      {posts.length > 0 ? (
        <section className={`${site.inside} ${site.section}`} aria-label="News">
          <div className={site.headed}>
            <h2 className={site.title}>Last from the workshop</h2>
          </div>
          <PostCards posts={posts.slice(0, 3)} />
        </section>
      ) : null}
    </SitePage>
  )
}
