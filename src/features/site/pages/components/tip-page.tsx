import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { cataloguePart } from '@/shared/domain/texts/catalogue/part'
import { linkTo } from '@/shared/lib/address'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { movedTo, postQuery, type WholePost } from '../../shared/api/site.query'
import { Article } from '../../shared/article'
import { useDay } from '../../shared/use-day'
import { Drawing } from '../../shared/art/drawing'
import { ServiceCard } from '../../shared/cards'
import { PostCards } from '../../shared/post-cards'
import { ReadState } from '../../shared/read-state'
import { SiteLink, useSiteHref } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import classes from './tip-page.module.css'
import { NotHere } from '../../shared/not-here'

/** /tips-advice/{slug}: one article. A former address redirects. */
export function TipPage({ slug }: { slug: string }) {
  const say = useSay(cataloguePart)
  const post = useQuery(postQuery(slug, useLanguage()))
  const href = useSiteHref()
  const moved = movedTo(post.data)
  useRecordTitle(post.data && 'title' in post.data ? post.data.title : null)
  if (moved !== null) return <Navigate to={href(linkTo('/tips-advice/:slug', { slug: moved }))} replace />
  return (
    <SitePage>
      <ReadState
        of={post}
        missing={<NotHere what="article" all={{ label: say('all_tips'), to: linkTo('/tips-advice') }} />}
      >
        {(found) => ('title' in found ? <Tip post={found} /> : null)}
      </ReadState>
    </SitePage>
  )
}

function Tip({ post }: { post: WholePost }) {
  const say = useSay(cataloguePart)
  const day = useDay()
  return (
    <>
      <article className={`${site.inside} ${site.section}`}>
        <SiteLink to={linkTo('/tips-advice')} className={site.crumb}>
          {say('all_tips_and_advice')}
        </SiteLink>
        <header className={classes.head}>
          <h1 className={site.display}>{post.title}</h1>
          {post.excerpt ? <p className={site.lead}>{post.excerpt}</p> : null}
          <p className={site.quiet}>
            <time dateTime={post.published_at}>{day(post.published_at)}</time> ·{' '}
            {say('minutes_to_read', { minutes: String(post.minutes) })}
          </p>
        </header>
        <div className={classes.body}>
          <Article html={post.body_html} className={site.prose} />
          <aside className={classes.side}>
            <div className={site.picture}>
              <Drawing name={post.picture} />
            </div>
            {post.service ? <ServiceCard service={post.service} heading="h2" /> : null}
          </aside>
        </div>
      </article>
      {post.next.length > 0 ? (
        <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-label={say('read_next')}>
          <div className={site.headed}>
            <h2 className={site.title}>{say('read_next')}</h2>
          </div>
          <PostCards posts={post.next} />
        </section>
      ) : null}
    </>
  )
}
