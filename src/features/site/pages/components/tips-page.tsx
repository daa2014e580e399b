import { useQuery } from '@tanstack/react-query'
import { useSay } from '@/kit/client-page/use-say'
import { cataloguePart } from '@/shared/domain/texts/catalogue/part'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { postsQuery } from '../../shared/api/site.query'
import { PostCards } from '../../shared/post-cards'
import { ReadState } from '../../shared/read-state'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'

/** /tips-advice: articles on choosing, ordering and caring for signs, and news of the workshop. */
export function TipsPage() {
  const say = useSay(cataloguePart)
  const posts = useQuery(postsQuery(useLanguage()))
  return (
    <SitePage>
      <header className={`${site.inside} ${site.section}`}>
        <h1 className={site.display}>{say('bench')}</h1>
        <p className={site.lead}>{say('bench_text')}</p>
      </header>
      <ReadState of={posts}>
        {(all) =>
          (['tip', 'blog'] as const).map((kind) => {
            const some = all.filter((post) => post.kind === kind)
            const title = say(kind === 'tip' ? 'tips_and_advice' : 'workshop_news')
            return some.length === 0 ? null : (
              <section key={kind} className={`${site.inside} ${site.section} ${site.ruled}`} aria-label={title}>
                <div className={site.headed}>
                  <h2 className={site.title}>{title}</h2>
                </div>
                <PostCards posts={some} />
              </section>
            )
          })
        }
      </ReadState>
    </SitePage>
  )
}
