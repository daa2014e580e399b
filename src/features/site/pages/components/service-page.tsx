import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { Photo } from '@/shared/ui/photo/photo'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { movedTo, serviceQuery, type WholeService } from '../../shared/api/site.query'
import { Drawing } from '../../shared/art/drawing'
import { fromPrice, PostCards, Reviews, ServiceCards } from '../../shared/cards'
import { ReadState } from '../../shared/read-state'
import { SiteLink, useSiteHref } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { useCompany } from '../../shared/use-company'
import { NotHere } from '../../shared/not-here'

/** /services/{slug} of the public site: one service, its price, and how to order it. A former address redirects. */
export function ServicePage({ slug }: { slug: string }) {
  const service = useQuery(serviceQuery(slug))
  const href = useSiteHref()
  const moved = movedTo(service.data)
  const name = service.data && 'name' in service.data ? service.data.name : undefined
  useRecordTitle(name ?? null)
  if (moved !== null) return <Navigate to={href(linkTo('/services/:slug', { slug: moved }))} replace />
  return (
    <SitePage about={name}>
      <ReadState
        of={service}
        missing={<NotHere what="service" all={{ label: 'All services', to: linkTo('/services') }} />}
      >
        {(found) => ('name' in found ? <Service service={found} /> : null)}
      </ReadState>
    </SitePage>
  )
}

const measured: Readonly<Record<string, string>> = { qty: 'pieces', area_m2: 'm²', length_m: 'm' }

/** "from 10 m²: 8 % less" */
const breakWords = ({ basis, from, discount, price }: WholeService['breaks'][number]): [string, string] => [
  `From ${shortDecimalText(from)} ${measured[basis] ?? ''}`,
  discount ? `${shortDecimalText(discount)} % less` : price ? `${formatMoney(price)} each` : '',
]

const optionWords = ({ kind, unit, usual, choices }: WholeService['options'][number]): string => {
  if (choices && choices.length > 0) return choices.join(', ')
  const value = kind === 'yes_no' ? (usual === 'yes' ? 'included' : 'on request') : usual
  return [value, unit].filter(Boolean).join(' ')
}

function Service({ service }: { service: WholeService }) {
  const { name: company } = useCompany()
  const facts: [string, string | null][] = [
    ['Price', fromPrice(service)],
    ['Smallest order', service.least === null ? null : formatMoney(service.least)],
    ['Where it lives', service.where_used],
    ['How long it lasts', service.lasts],
    ['How fast', service.ready_in],
    ...service.options.map((option): [string, string] => [option.label, optionWords(option)]),
    ...service.breaks.map(breakWords),
  ]
  return (
    <>
      <div className={`${site.inside} ${site.section}`}>
        <SiteLink to={linkTo('/services')} className={site.crumb}>
          All services
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
                Ask for a price
              </SiteLink>
              <SiteLink to={linkTo('/schedule-appointment')} className={site.plain}>
                Book a visit
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
        <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-label="Reviews">
          <div className={site.headed}>
            <h2 className={site.title}>From people who ordered it</h2>
          </div>
          <Reviews reviews={service.reviews} answerer={company} />
        </section>
      ) : null}
      {service.posts.length > 0 ? (
        <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-label="Tips">
          <div className={site.headed}>
            <h2 className={site.title}>Read before you order</h2>
          </div>
          <PostCards posts={service.posts} />
        </section>
      ) : null}
      {service.others.length > 0 ? (
        <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-label="Other services">
          <div className={site.headed}>
            <h2 className={site.title}>Often ordered with it</h2>
          </div>
          <ServiceCards services={service.others} />
        </section>
      ) : null}
    </>
  )
}
