import { companyDayText } from '@/shared/domain/time/today'
import { formatMoney } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import type { PublicPost, PublicReview, PublicService } from './api/site.query'
import { Drawing } from './art/drawing'
import { Photo } from '@/shared/ui/photo/photo'
import { SiteLink } from './site-link'
import classes from './site.module.css'

const perUnit: Readonly<Record<string, string>> = {
  piece: 'each',
  m2: 'per m²',
  m: 'per metre',
  ft2: 'per sq ft',
  ft: 'per foot',
  yd: 'per yard',
  hour: 'an hour',
  set: 'a set',
}

/** "from €24.00 per m²"; null where the service has no price. */
export const fromPrice = ({ price, unit }: Pick<PublicService, 'price' | 'unit'>): string | null =>
  price === null ? null : `from ${formatMoney(price)} ${perUnit[unit] ?? ''}`.trim()

/** The photograph of a card, or its drawing. */
const CardPicture = ({ of }: { of: Pick<PublicService, 'photo' | 'picture'> }) => (
  <span className={classes.picture}>
    {of.photo ? (
      <Photo photo={of.photo} sizes="(width < 44em) 100vw, 26rem" className={classes.cut} />
    ) : (
      <Drawing name={of.picture} />
    )}
  </span>
)

/** A service as a card: its drawing, name, price and link. The heading level follows the one above. */
export const ServiceCard = ({
  service,
  heading: Heading = 'h3',
}: {
  service: PublicService
  heading?: 'h2' | 'h3'
}) => (
  <SiteLink to={linkTo('/services/:slug', { slug: service.slug })} className={classes.card}>
    <CardPicture of={service} />
    <Heading className={classes.small}>{service.name}</Heading>
    {service.price === null ? null : <span className={classes.price}>{fromPrice(service)}</span>}
    <span className={classes.quiet}>{service.where_used ?? service.summary}</span>
  </SiteLink>
)

export const ServiceCards = ({ services }: { services: readonly PublicService[] }) => (
  <ul className={classes.grid}>
    {services.map((service) => (
      <li key={service.slug}>
        <ServiceCard service={service} />
      </li>
    ))}
  </ul>
)

export const PostCards = ({ posts }: { posts: readonly PublicPost[] }) => (
  <ul className={classes.grid}>
    {posts.map((post) => (
      <li key={post.slug}>
        <SiteLink to={linkTo('/tips-advice/:slug', { slug: post.slug })} className={classes.card}>
          <CardPicture of={post} />
          <h3 className={classes.small}>{post.title}</h3>
          {post.excerpt ? <span className={classes.quiet}>{post.excerpt}</span> : null}
          <span className={classes.quiet}>
            {companyDayText(post.published_at)} · {post.minutes} min
          </span>
        </SiteLink>
      </li>
    ))}
  </ul>
)

/** One to five stars, said in words to who cannot see them. */
export const Stars = ({ rating }: { rating: number }) => (
  <span className={classes.stars} role="img" aria-label={`${rating} of 5 stars`}>
    {'★'.repeat(rating)}
    <i>{'★'.repeat(5 - rating)}</i>
  </span>
)

export const Reviews = ({ reviews, answerer }: { reviews: readonly PublicReview[]; answerer: string }) => (
  <ul className={classes.grid}>
    {reviews.map((review) => (
      <li key={review.id}>
        <figure className={classes.quote}>
          <Stars rating={review.rating} />
          <blockquote>{review.body}</blockquote>
          <figcaption className={classes.quiet}>
            {[review.name, review.company].filter(Boolean).join(', ')} · {companyDayText(review.at)}
          </figcaption>
          {review.reply ? (
            <p className={classes.answer}>
              <strong>{answerer}:</strong> {review.reply}
            </p>
          ) : null}
        </figure>
      </li>
    ))}
  </ul>
)
