import { useSay } from '@/kit/client-page/use-say'
import { sitePart } from '@/shared/domain/texts/site/part'
import { SiteLink } from './site-link'
import site from './site.module.css'

type NotHereProps = { what: 'page' | 'service' | 'article' | 'product'; all: { label: string; to: string } }

/** An address of the site that leads to nothing, or to nothing any more. */
export function NotHere({ what, all }: NotHereProps) {
  const say = useSay(sitePart)
  return (
    <div className={`${site.inside} ${site.section}`}>
      <h1 className={site.display}>{say(`no_${what}`)}</h1>
      <p className={site.lead}>{say('not_here_text')}</p>
      <p style={{ marginTop: '2rem' }}>
        <SiteLink to={all.to} className={site.button}>
          {all.label}
        </SiteLink>
      </p>
    </div>
  )
}
