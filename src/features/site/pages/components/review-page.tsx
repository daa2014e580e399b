import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { linkTo } from '@/shared/lib/address'
import { servicesQuery } from '../../shared/api/site.query'
import { type FormLine, SiteForm } from '../../shared/site-form'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { leaveReview } from '../api/send.mutation'
import classes from './review-page.module.css'
import { Thanks } from './thanks'

const lines: FormLine<'name' | 'company' | 'email' | 'body'>[] = [
  {
    name: 'body',
    label: 'Your review',
    isLong: true,
    missing: 'Please write your review',
    help: 'What did we make, and how did it go?',
  },
  {
    name: 'name',
    label: 'Your name',
    missing: 'Please enter your name',
    autoComplete: 'name',
    help: 'It is shown with your review',
    group: 'who',
    max: 100,
  },
  { name: 'company', label: 'Business', autoComplete: 'organization', isOptional: true, group: 'who' },
  {
    name: 'email',
    label: 'E-mail',
    kind: 'email',
    autoComplete: 'email',
    isOptional: true,
    help: 'Never shown. Only if we may ask back.',
    max: 320,
  },
]

const inWords = ['', 'Poor', 'Not good', 'All right', 'Good', 'Excellent']

/** /leave-review: a visitor's review. The office publishes it. */
export function ReviewPage() {
  const [rating, setRating] = useState(0)
  const [service, setService] = useState('')
  const [isSent, setSent] = useState(false)
  const { data: services = [] } = useQuery(servicesQuery)
  const id = useId()
  return (
    <SitePage isDoor={!isSent}>
      {isSent ? (
        <Thanks title="Thank you for your review" lead="We read every one. It appears on the site after that.">
          <SiteLink to={linkTo('/services')} className={site.button}>
            Back to the services
          </SiteLink>
        </Thanks>
      ) : (
        <div className={`${site.inside} ${site.section}`}>
          <div className={site.two}>
            <div>
              <h1 className={site.title}>How did we do?</h1>
              <p className={site.lead}>
                Good or bad: we publish it as you write it, and answer where there is something to answer.
              </p>
            </div>
            <SiteForm
              name="review"
              lines={lines}
              submitLabel="Send the review"
              problem={rating === 0 ? 'Please choose one to five stars' : null}
              send={(typed, trap) => leaveReview(typed, rating, service || null, trap)}
              onSent={() => setSent(true)}
            >
              <fieldset className={classes.stars}>
                <legend>Stars</legend>
                {[1, 2, 3, 4, 5].map((stars) => (
                  <label key={stars} data-lit={stars <= rating || undefined}>
                    <input type="radio" name="rating" checked={rating === stars} onChange={() => setRating(stars)} />
                    <span aria-hidden="true">★</span>
                    <span className={site.trap}>{`${stars} of 5: ${inWords[stars]}`}</span>
                  </label>
                ))}
                <output>{inWords[rating]}</output>
              </fieldset>
              <div className={site.field}>
                <label htmlFor={id}>
                  What it was about <small>(optional)</small>
                </label>
                <select
                  id={id}
                  className={site.input}
                  value={service}
                  onChange={(event) => setService(event.currentTarget.value)}
                >
                  <option value="">Everything</option>
                  {services.map((one) => (
                    <option key={one.slug} value={one.slug}>
                      {one.name}
                    </option>
                  ))}
                </select>
              </div>
            </SiteForm>
          </div>
        </div>
      )}
    </SitePage>
  )
}
