import { useQuery } from '@tanstack/react-query'
import { useSay } from '@/kit/client-page/use-say'
import { cataloguePart } from '@/shared/domain/texts/catalogue/part'
import { linkTo } from '@/shared/lib/address'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { postsQuery } from '../../shared/api/site.query'
import { PostCards } from '../../shared/post-cards'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { Shopfront } from '../../shared/blocks/shopfront'

/** /coming-soon: an announcement, and the latest news of the workshop. */
export function ComingSoonPage() {
  const say = useSay(cataloguePart)
  const { data: posts = [] } = useQuery(postsQuery(useLanguage()))
  return (
    <SitePage>
      <div className={`${site.inside} ${site.section}`} style={{ paddingBottom: 0 }}>
        <h1 className={site.display}>{say('cutting_table')}</h1>
        <p className={site.lead}>{say('cutting_table_text')}</p>
        <p className={site.row} style={{ marginTop: '2rem' }}>
          <SiteLink to={linkTo('/services')} className={site.button}>
            {say('see_services')}
          </SiteLink>
        </p>
      </div>
      <Shopfront />
      {posts.length > 0 ? (
        <section className={`${site.inside} ${site.section}`} aria-label={say('news')}>
          <div className={site.headed}>
            <h2 className={site.title}>{say('last_news')}</h2>
          </div>
          <PostCards posts={posts.slice(0, 3)} />
        </section>
      ) : null}
    </SitePage>
  )
}
