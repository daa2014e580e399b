import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { type Say, useSay } from '@/kit/client-page/use-say'
import type { english } from '@/shared/domain/texts/catalogue/en'
import { cataloguePart } from '@/shared/domain/texts/catalogue/part'
import { sitePart } from '@/shared/domain/texts/site/part'
import { formatMoney, formatPrice, shortDecimalText } from '@/shared/domain/money/money'
import { areaText, runText } from '@/shared/domain/text/length'
import { linkTo } from '@/shared/lib/address'
import { Photo } from '@/shared/ui/photo/photo'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { movedTo, serviceQuery, type WholeService } from '../../shared/api/site.query'
import { Drawing } from '../../shared/art/drawing'
import { fromPrice, ServiceCards } from '../../shared/cards'
import { PostCards, Reviews } from '../../shared/post-cards'
import { ReadState } from '../../shared/read-state'
import { SiteLink, useSiteHref } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { useCompany } from '../../shared/use-company'
import { NotHere } from '../../shared/not-here'

/** /services/{slug} of the public site: one service, its price, and how to order it. A former address redirects. */
export function ServicePage({ slug }: { slug: string }) {
  const say = useSay(cataloguePart)
  const service = useQuery(serviceQuery(slug, useLanguage()))
  const href = useSiteHref()
  const moved = movedTo(service.data)
  const name = service.data && 'name' in service.data ? service.data.name : undefined
  useRecordTitle(name ?? null)
  if (moved !== null) return <Navigate to={href(linkTo('/services/:slug', { slug: moved }))} replace />
  return (
    <SitePage about={name}>
      <ReadState
        of={service}
        missing={<NotHere what="service" all={{ label: say('all_services'), to: linkTo('/services') }} />}
      >
        {(found) => ('name' in found ? <Service service={found} /> : null)}
      </ReadState>
    </SitePage>
  )
}

type SayOfCatalogue = Say<typeof english>

/** The amount of a measure in the unit of the company: `10 m²`, `107.64 sq ft`. */
const measured: Readonly<Record<string, (amount: string) => string>> = { area_m2: areaText, length_m: runText }

/** "from 10 m²: 8 % less" */
const breakWords = (
  say: SayOfCatalogue,
  { basis, from, discount, price }: WholeService['breaks'][number],
): [string, string] => [
  say(basis === 'qty' ? 'from_qty' : 'from_any', { amount: (measured[basis] ?? shortDecimalText)(from) }),
  discount
    ? say('less', { percent: shortDecimalText(discount) })
    : price
      ? say('price_each', { price: formatPrice(price) })
      : '',
]

const optionWords = (say: SayOfCatalogue, { kind, unit, usual, choices }: WholeService['options'][number]): string => {
  if (choices && choices.length > 0) return choices.join(', ')
  const value = kind === 'yes_no' ? say(usual === 'yes' ? 'included' : 'on_request') : usual
  return [value, unit].filter(Boolean).join(' ')
}

function Service({ service }: { service: WholeService }) {
  const say = useSay(cataloguePart)
  const saySite = useSay(sitePart)
  const { name: company } = useCompany()
  const facts: [string, string | null][] = [
    [say('price'), fromPrice(saySite, service)],
    [say('smallest'), service.least === null ? null : formatMoney(service.least)],
    [say('where_used'), service.where_used],
    [say('lasts'), service.lasts],
    [say('ready_in'), service.ready_in],
    ...service.options.map((option): [string, string] => [option.label, optionWords(say, option)]),
    ...service.breaks.map((one) => breakWords(say, one)),
  ]
  return (
    <>
      <div className={`${site.inside} ${site.section}`}>
        <SiteLink to={linkTo('/services')} className={site.crumb}>
          {say('all_services')}
        </SiteLink>
        <div className={site.two}>
          <div>
            <h1 className={site.display}>{service.name}</h1>
            {service.summary ? <p className={site.lead}>{service.summary}</p> : null}
            <p className={site.row} style={{ marginTop: '2rem' }}>
              <SiteLink
                to={`${linkTo('/client-registration')}?about=${encodeURIComponent(service.name)}`}
                className={site.button}
              >
                {say('ask_price')}
              </SiteLink>
              <SiteLink to={linkTo('/schedule-appointment')} className={site.plain}>
                {say('book')}
              </SiteLink>
            </p>
          </div>
          <article className={site.picture}>
            {service.photo ? (
              <Photo photo={service.photo} sizes="(width < 60em) 100vw, 38rem" isFirst />
            ) : (
              <Drawing name={service.picture} />
            )}
          </article>
        </div>
      </div>
      <div className={`${site.inside} ${site.section} ${site.ruled}`}>
        <div className={site.two}>
          <div className={site.prose}>
            {(service.text ?? '')
              .split(/\n\s*\n/)
              .map((paragraph, place) => (paragraph ? <p key={place}>{paragraph}</p> : null))}
          </div>
          <dl className={site.facts}>
            {facts.map(([label, value]) =>
              value ? (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null,
            )}
          </dl>
        </div>
      </div>
      {service.reviews.length > 0 ? (
        <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-label={say('reviews')}>
          <div className={site.headed}>
            <h2 className={site.title}>{say('from_people')}</h2>
          </div>
          <Reviews reviews={service.reviews} answerer={company} />
        </section>
      ) : null}
      {service.posts.length > 0 ? (
        <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-label={say('tips')}>
          <div className={site.headed}>
            <h2 className={site.title}>{say('read_before')}</h2>
          </div>
          <PostCards posts={service.posts} />
        </section>
      ) : null}
      {service.others.length > 0 ? (
        <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-label={say('other_services')}>
          <div className={site.headed}>
            <h2 className={site.title}>{say('often')}</h2>
          </div>
          <ServiceCards services={service.others} />
        </section>
      ) : null}
    </>
  )
}
