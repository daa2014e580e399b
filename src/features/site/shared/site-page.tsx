import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { useAddressLines } from './use-address-lines'
import { useCompany } from './use-company'
import { type Banner, bannersQuery } from './api/site.query'
import { SiteLink } from './site-link'
import classes from './site.module.css'

type SitePageProps = {
  children: ReactNode
  /** The product that the first button asks a price for. */
  about?: string | undefined
  /** The page is a door itself, so it does not end with them. */
  isDoor?: boolean
}

/** A page of the public site: banners of the day, the page, the two doors and the colophon. */
export function SitePage({ children, about, isDoor = false }: SitePageProps) {
  const place = useLocation()
  const banners = useQuery(bannersQuery(place.pathname))
  // The first page of a visit appears with its banners, half a second later at most: later ones push it down.
  const isArriving = banners.isPending && place.key === 'default'
  return (
    <div className={classes.page} data-arriving={isArriving || undefined}>
      <Banners all={banners.data ?? []} />
      {children}
      {isDoor ? null : <Doors about={about} />}
      <Colophon />
    </div>
  )
}

const Banners = ({ all }: { all: readonly Banner[] }) =>
  all.map((banner) => (
    <aside key={banner.id} className={classes.banner} aria-label={banner.title}>
      <div className={classes.inside}>
        <strong>{banner.title}</strong>
        {banner.body ? <span>{banner.body}</span> : null}
        {banner.link === null ? null : banner.link.startsWith('/') ? (
          <SiteLink to={banner.link}>{banner.link_label ?? 'Read more'}</SiteLink>
        ) : (
          <a href={banner.link} rel="noopener noreferrer">
            {banner.link_label ?? 'Read more'}
          </a>
        )}
      </div>
    </aside>
  ))

const Arrow = () => (
  <svg viewBox="0 0 48 32" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
    <path d="M0 16h44M30 3l14 13-14 13" />
  </svg>
)

/** Every page ends with these two. */
const Doors = ({ about }: { about?: string | undefined }) => (
  <nav aria-label="What next">
    <ul className={classes.doors}>
      <li>
        <SiteLink
          to={`${linkTo('/client-registration')}${about ? `?about=${encodeURIComponent(about)}` : ''}`}
          className={classes.door}
        >
          <strong>Ask for a price</strong>
          <span>
            Tell us what it is and how large. A quotation comes within one working day.
            <Arrow />
          </span>
        </SiteLink>
      </li>
      <li>
        <SiteLink to={linkTo('/schedule-appointment')} className={classes.door}>
          <strong>Book a visit</strong>
          <span>
            See samples here, or we come and measure. Real times, confirmed at once.
            <Arrow />
          </span>
        </SiteLink>
      </li>
    </ul>
  </nav>
)

function Colophon() {
  const { name, phone, email, vatNumber, taxIdName } = useCompany()
  const addressLines = useAddressLines()
  return (
    <div className={`${classes.inside} ${classes.colophon}`}>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        {addressLines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {vatNumber ? (
          <p>
            {taxIdName} {vatNumber}
          </p>
        ) : null}
      </div>
      <ul aria-label="Reach us">
        {phone ? (
          <li>
            <a href={`tel:${phone.replaceAll(/\s/g, '')}`}>{phone}</a>
          </li>
        ) : null}
        {email ? (
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        ) : null}
      </ul>
      <ul aria-label="More of this site">
        <li>
          <SiteLink to={linkTo('/services')}>Services</SiteLink>
        </li>
        <li>
          <SiteLink to={linkTo('/tips-advice')}>Tips and advice</SiteLink>
        </li>
        <li>
          <SiteLink to={linkTo('/leave-review')}>Leave a review</SiteLink>
        </li>
        <li>
          <SiteLink to={linkTo('/new-business-registration')}>Register your business</SiteLink>
        </li>
      </ul>
    </div>
  )
}
