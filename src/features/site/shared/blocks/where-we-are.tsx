import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { routeLink } from '@/shared/domain/places/coordinates'
import { timeText } from '@/shared/domain/text/formats'
import { blocksPart } from '@/shared/domain/texts/blocks/part'
import { weekdaysIn } from '@/shared/domain/texts/long-days'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { optionalPart } from '@/shared/lib/optional-part'
import type { PageFacts } from '../api/site.query'
import type { Company } from '../company'
import site from '../site.module.css'
import { useAddressLines } from '../use-address-lines'
import { useCompany } from '../use-company'
import classes from './where-we-are.module.css'

const SiteMap = optionalPart(async () => (await import('@/shared/ui/map/site-map')).SiteMap)

/** True when the company has an address or a place on the map. */
export const hasPlace = ({ at, place }: Pick<Company, 'at' | 'place'>): boolean => at !== null || place.address !== null

/** The company's address and hours, and a map, whose code loads when the visitor scrolls near it. */
export function WhereWeAre({ hours, children }: { hours: PageFacts['hours']; children: ReactNode }) {
  const { name, at, phone } = useCompany()
  const addressLines = useAddressLines()
  const say = useSay(blocksPart)
  return (
    <div className={classes.place} data-map={at !== null || undefined}>
      <div>
        {children}
        <address className={classes.address}>
          <strong>{name}</strong>
          {addressLines.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {phone ? <a href={`tel:${phone.replaceAll(/\s/g, '')}`}>{phone}</a> : null}
        </address>
        <Hours hours={hours} />
        {at ? (
          <a className={site.plain} href={routeLink(at)} target="_blank" rel="noopener noreferrer">
            {say('the_way')}
          </a>
        ) : null}
      </div>
      {at ? (
        <NearBy>
          <SiteMap
            label={say('where_is', { name })}
            pins={[{ id: 'company', label: name, ...at }]}
            chosen="company"
            closest={11}
            className={classes.map}
          />
        </NearBy>
      ) : null}
    </div>
  )
}

function Hours({ hours }: { hours: PageFacts['hours'] }) {
  const language = useLanguage()
  const say = useSay(blocksPart)
  if (hours.length === 0) return null
  /** The times of each day: `08:30 to 12:30, 13:30 to 17:00`. */
  const timesOf = (weekday: number): string =>
    hours
      .filter((one) => one.weekday === weekday)
      .map(({ opens, closes }) => say('span', { opens: timeText(opens), closes: timeText(closes) }))
      .join(', ')
  return (
    <dl className={classes.hours} aria-label={say('hours')}>
      {weekdaysIn(language).map((name, at) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{timesOf(at + 1) || say('closed')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows its children once the window comes near them, and keeps their room until then. */
function NearBy({ children }: { children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!room.current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '300px' })
    watch.observe(room.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={room} className={classes.map}>
      {isNear ? <Suspense fallback={null}>{children}</Suspense> : null}
    </div>
  )
}
