import { useQuery } from '@tanstack/react-query'
import { decimalText } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { homeQuery } from '../../shared/api/site.query'
import { PostCards, Reviews, ServiceCards } from '../../shared/cards'
import { ReadState } from '../../shared/read-state'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { useAddressLines } from '../../shared/use-address-lines'
import { useCompany } from '../../shared/use-company'
import classes from './home-page.module.css'
import { Shopfront } from './shopfront'
import { WhereWeAre } from './where-we-are'

const steps = [
  {
    name: 'Sketch',
    text: 'You say what people should see. We measure, draw and name a price with every part on its own line.',
  },
  { name: 'Proof', text: 'You see the sign to scale, on a photo of your wall. Nothing is cut before you approve it.' },
  { name: 'Make', text: 'Printed, routed, folded and lit in our own workshop. You follow every step from your phone.' },
  { name: 'Fit', text: 'Two people and a van. They fix it, clean up, photograph it and hand it over to you.' },
]

/** / of the public site: the company, its products and prices, and how to begin. */
export function HomePage() {
  const home = useQuery(homeQuery)
  const { name } = useCompany()
  const addressLines = useAddressLines()
  return (
    <SitePage>
      <section className={classes.hero}>
        <div className={site.inside}>
          <p className={site.label}>{[name, addressLines.at(-1)].filter(Boolean).join(', ')}</p>
          <h1 className={`${site.display} ${classes.headline}`}>Signs that people find you by.</h1>
          <div className={classes.pitch}>
            <p className={site.lead}>
              Shopfronts, lit letters, vans, windows and print: drawn, cut, lit and fitted by one workshop. Prices are
              on this site, not behind a form.
            </p>
            <div className={site.row}>
              <SiteLink to={linkTo('/services')} className={site.button}>
                See what it costs
              </SiteLink>
              <SiteLink to={linkTo('/schedule-appointment')} className={site.plain}>
                Book a visit
              </SiteLink>
            </div>
          </div>
        </div>
        <Shopfront />
      </section>

      <ReadState of={home}>
        {({ services, posts, reviews, rating }) => (
          <>
            <section className={`${site.inside} ${site.section}`} aria-labelledby="made-here">
              <div className={site.headed}>
                <h2 id="made-here" className={site.title}>
                  Made here, by the metre and by the letter
                </h2>
                <SiteLink to={linkTo('/services')} className={site.more}>
                  All {services.length} services
                </SiteLink>
              </div>
              <ServiceCards services={services.slice(0, 6)} />
            </section>

            <HowItIsMade />

            {reviews.length > 0 ? (
              <section className={`${site.inside} ${site.section}`} aria-labelledby="what-they-say">
                <div className={site.headed}>
                  <h2 id="what-they-say" className={site.title}>
                    {rating.average ? `${decimalText(rating.average)} of 5 stars` : 'What clients say'}
                  </h2>
                  <SiteLink to={linkTo('/leave-review')} className={site.more}>
                    {rating.count === 1 ? 'One review' : `${rating.count} reviews`} so far. Leave yours
                  </SiteLink>
                </div>
                <Reviews reviews={reviews} answerer={name} />
              </section>
            ) : null}

            <WhereWeAre />

            {posts.length > 0 ? (
              <section className={`${site.inside} ${site.section} ${site.ruled}`} aria-labelledby="good-to-know">
                <div className={site.headed}>
                  <h2 id="good-to-know" className={site.title}>
                    Good to know before you order
                  </h2>
                  <SiteLink to={linkTo('/tips-advice')} className={site.more}>
                    All tips and advice
                  </SiteLink>
                </div>
                <PostCards posts={posts} />
              </section>
            ) : null}
          </>
        )}
      </ReadState>
    </SitePage>
  )
}

const HowItIsMade = () => (
  <section className={classes.process} aria-labelledby="from-sketch">
    <div className={`${site.inside} ${site.section}`}>
      <h2 id="from-sketch" className={site.title}>
        From the first sketch to the last screw
      </h2>
      <ol className={classes.steps}>
        {steps.map(({ name: step, text }) => (
          <li key={step}>
            <h3 className={site.heading}>{step}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)
