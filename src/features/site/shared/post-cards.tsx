import { useSay } from '@/kit/client-page/use-say'
import { sitePart } from '@/shared/domain/texts/site/part'
import { linkTo } from '@/shared/lib/address'
import type { PublicPost, PublicReview } from './api/site.query'
import { CardPicture } from './cards'
import { SiteLink } from './site-link'
import classes from './site.module.css'
import { useDay } from './use-day'

/** Articles as cards. */
export function PostCards({ posts }: { posts: readonly PublicPost[] }) {
  const day = useDay()
  return (
    <ul className={classes.grid}>
      {posts.map((post) => (
        <li key={post.slug}>
          <SiteLink to={linkTo('/tips-advice/:slug', { slug: post.slug })} className={classes.card}>
            <CardPicture of={post} />
            <h3 className={classes.small}>{post.title}</h3>
            {post.excerpt ? <span className={classes.quiet}>{post.excerpt}</span> : null}
            <span className={classes.quiet}>
              {day(post.published_at)} · {post.minutes} min
            </span>
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}

/** One to five stars, said in words to who cannot see them. */
export function Stars({ rating }: { rating: number }) {
  const say = useSay(sitePart)
  return (
    <span className={classes.stars} role="img" aria-label={say('stars', { rating: String(rating) })}>
      {'★'.repeat(rating)}
      <i>{'★'.repeat(5 - rating)}</i>
    </span>
  )
}

export function Reviews({ reviews, answerer }: { reviews: readonly PublicReview[]; answerer: string }) {
  const day = useDay()
  return (
    <ul className={classes.grid}>
      {reviews.map((review) => (
        <li key={review.id}>
          <figure className={classes.quote}>
            <Stars rating={review.rating} />
            <blockquote>{review.body}</blockquote>
            <figcaption className={classes.quiet}>
              {[review.name, review.company].filter(Boolean).join(', ')} · {day(review.at)}
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
}
