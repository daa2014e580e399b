import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { routeLink } from '@/shared/domain/places/coordinates'
import site from '../../shared/site.module.css'
import { useAddressLines } from '../../shared/use-address-lines'
import { useCompany } from '../../shared/use-company'
import classes from './where-we-are.module.css'

const SiteMap = lazy(async () => ({ default: (await import('@/shared/ui/map/site-map')).SiteMap }))

/** The company's address and a map, whose code loads when the visitor scrolls near it. */
export function WhereWeAre() {
  const { name, at, phone } = useCompany()
  const addressLines = useAddressLines()
  if (!at) return null
  return (
    <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-labelledby="where-we-are">
      <div className={classes.place}>
        <div>
          <h2 id="where-we-are" className={site.title}>
            Come and see samples
          </h2>
          <address className={classes.address}>
            <strong>{name}</strong>
            {addressLines.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {phone ? <a href={`tel:${phone.replaceAll(/\s/g, '')}`}>{phone}</a> : null}
          </address>
          <a className={site.plain} href={routeLink(at)} target="_blank" rel="noopener noreferrer">
            Show me the way
          </a>
        </div>
        <NearBy>
          <SiteMap
            label={`Where ${name} is`}
            pins={[{ id: 'company', label: name, ...at }]}
            chosen="company"
            closest={11}
            className={classes.map}
          />
        </NearBy>
      </div>
    </section>
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
