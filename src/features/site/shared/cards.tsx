import { type Say, useSay } from '@/kit/client-page/use-say'
import { sitePart } from '@/shared/domain/texts/site/part'
import type { english } from '@/shared/domain/texts/site/en'
import { formatPrice } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import type { PublicService } from './api/site.query'
import { Drawing } from './art/drawing'
import { Photo } from '@/shared/ui/photo/photo'
import { SiteLink } from './site-link'
import classes from './site.module.css'

const units = ['piece', 'm2', 'm', 'ft2', 'ft', 'yd', 'hour', 'set'] as const

/** "from €24.00 per m²"; null where the service has no price. */
export function fromPrice(say: Say<typeof english>, service: Pick<PublicService, 'price' | 'unit'>): string | null {
  if (service.price === null) return null
  const unit = units.find((one) => one === service.unit)
  return say(unit ? `from_${unit}` : 'from', { price: formatPrice(service.price) })
}

/** The photograph of a card, or its drawing. */
export const CardPicture = ({ of }: { of: Pick<PublicService, 'photo' | 'picture'> }) => (
  <span className={classes.picture}>
    {of.photo ? (
      <Photo photo={of.photo} sizes="(width < 44em) 100vw, 26rem" className={classes.cut} />
    ) : (
      <Drawing name={of.picture} />
    )}
  </span>
)

/** A service as a card: its drawing, name, price and link. The heading level follows the one above. */
export function ServiceCard({ service, heading: Heading = 'h3' }: { service: PublicService; heading?: 'h2' | 'h3' }) {
  const say = useSay(sitePart)
  return (
    <SiteLink to={linkTo('/services/:slug', { slug: service.slug })} className={classes.card}>
      <CardPicture of={service} />
      <Heading className={classes.small}>{service.name}</Heading>
      {service.price === null ? null : <span className={classes.price}>{fromPrice(say, service)}</span>}
      <span className={classes.quiet}>{service.where_used ?? service.summary}</span>
    </SiteLink>
  )
}

export const ServiceCards = ({ services }: { services: readonly PublicService[] }) => (
  <ul className={classes.grid}>
    {services.map((service) => (
      <li key={service.slug}>
        <ServiceCard service={service} />
      </li>
    ))}
  </ul>
)
