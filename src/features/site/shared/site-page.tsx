import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { sitePart } from '@/shared/domain/texts/site/part'
import { linkTo } from '@/shared/lib/address'
import { optionalPart } from '@/shared/lib/optional-part'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { useAddressLines } from './use-address-lines'
import { useCompany } from './use-company'
import { type Banner, frameQuery } from './api/site.query'
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
  const frame = useQuery(frameQuery(place.pathname, useLanguage()))
  // The first page of a visit appears with its banners, half a second later at most: later ones push it down.
  const isArriving = frame.isPending && place.key === 'default'
  return (
    <div className={classes.page} data-arriving={isArriving || undefined}>
      <Banners all={frame.data?.banners ?? []} />
      {children}
      {isDoor ? null : <Doors about={about} booksVisits={frame.data?.books_visits ?? false} />}
      <Colophon pages={frame.data?.pages ?? []} />
      <News />
    </div>
  )
}

const SiteNews = optionalPart(async () => (await import('./site-news')).SiteNews)
/** A visitor who stays so long hears of changes, in ms. The code of live topics is not part of the first load. */
const listensAfter = 5_000

function News() {
  const [listens, listen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => listen(true), listensAfter)
    return () => clearTimeout(timer)
  }, [])
  return listens ? (
    <Suspense fallback={null}>
      <SiteNews />
    </Suspense>
  ) : null
}

function Banners({ all }: { all: readonly Banner[] }) {
  const say = useSay(sitePart)
  return all.map((banner) => (
    <aside key={banner.id} className={classes.banner} aria-label={banner.title}>
      <div className={classes.inside}>
        <strong>{banner.title}</strong>
        {banner.body ? <span>{banner.body}</span> : null}
        {banner.link === null ? null : banner.link.startsWith('/') ? (
          <SiteLink to={banner.link}>{banner.link_label ?? say('read_more')}</SiteLink>
        ) : (
          <a href={banner.link} rel="noopener noreferrer">
            {banner.link_label ?? say('read_more')}
          </a>
        )}
      </div>
    </aside>
  ))
}

const Arrow = () => (
  <svg viewBox="0 0 48 32" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
    <path d="M0 16h44M30 3l14 13-14 13" />
  </svg>
)

/** Every page ends with these; the second one where visits can be booked. */
function Doors({ about, booksVisits }: { about?: string | undefined; booksVisits: boolean }) {
  const say = useSay(sitePart)
  return (
    <nav aria-label={say('what_next')}>
      <ul className={classes.doors}>
        <li>
          <SiteLink
            to={`${linkTo('/client-registration')}${about ? `?about=${encodeURIComponent(about)}` : ''}`}
            className={classes.door}
          >
            <strong>{say('ask_price')}</strong>
            <span>
              {say('ask_price_text')}
              <Arrow />
            </span>
          </SiteLink>
        </li>
        {booksVisits ? (
          <li>
            <SiteLink to={linkTo('/schedule-appointment')} className={classes.door}>
              <strong>{say('book')}</strong>
              <span>
                {say('book_text')}
                <Arrow />
              </span>
            </SiteLink>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

function Colophon({ pages }: { pages: readonly string[] }) {
  const { name, phone, email, vatNumber, taxIdName } = useCompany()
  const addressLines = useAddressLines()
  const say = useSay(sitePart)
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
            {taxIdName === 'VAT' ? say('tax_id') : taxIdName} {vatNumber}
          </p>
        ) : null}
      </div>
      <ul aria-label={say('reach_us')}>
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
      <ul aria-label={say('more_of_site')}>
        <li>
          <SiteLink to={linkTo('/services')}>{say('services')}</SiteLink>
        </li>
        {pages.includes('work') ? (
          <li>
            <SiteLink to={linkTo('/work')}>{say('our_work')}</SiteLink>
          </li>
        ) : null}
        {pages.includes('about') ? (
          <li>
            <SiteLink to={linkTo('/about')}>{say('about_us')}</SiteLink>
          </li>
        ) : null}
        <li>
          <SiteLink to={linkTo('/tips-advice')}>{say('tips')}</SiteLink>
        </li>
        <li>
          <SiteLink to={linkTo('/leave-review')}>{say('leave_review')}</SiteLink>
        </li>
        <li>
          <SiteLink to={linkTo('/new-business-registration')}>{say('register_business')}</SiteLink>
        </li>
      </ul>
    </div>
  )
}
