import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Say, useSay } from '@/kit/client-page/use-say'
import type { english as ofForms } from '@/shared/domain/texts/forms/en'
import { formsPart } from '@/shared/domain/texts/forms/part'
import type { english } from '@/shared/domain/texts/review/en'
import { reviewPart } from '@/shared/domain/texts/review/part'
import { linkTo } from '@/shared/lib/address'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { servicesQuery } from '../../shared/api/site.query'
import { type FormLine, SiteForm } from '../../shared/site-form'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { leaveReview } from '../api/send.mutation'
import classes from './review-page.module.css'
import { Thanks } from './thanks'

type Words = { say: Say<typeof english>; sayForm: Say<typeof ofForms> }

const linesOf = ({ say, sayForm }: Words): FormLine<'name' | 'company' | 'email' | 'body'>[] => [
  {
    name: 'body',
    label: say('your_review'),
    isLong: true,
    missing: say('review_missing'),
    help: say('review_help'),
  },
  {
    name: 'name',
    label: say('your_name'),
    missing: say('name_missing'),
    autoComplete: 'name',
    help: say('name_help'),
    group: 'who',
    max: 100,
  },
  { name: 'company', label: sayForm('business'), autoComplete: 'organization', isOptional: true, group: 'who' },
  {
    name: 'email',
    label: sayForm('email'),
    kind: 'email',
    autoComplete: 'email',
    isOptional: true,
    help: say('email_help'),
    max: 320,
  },
]

const inWords = ['poor', 'not_good', 'all_right', 'good', 'excellent'] as const

/** /leave-review: a visitor's review. The office publishes it. */
export function ReviewPage() {
  const [rating, setRating] = useState(0)
  const [service, setService] = useState('')
  const [isSent, setSent] = useState(false)
  const { data: services = [] } = useQuery(servicesQuery(useLanguage()))
  const id = useId()
  const say = useSay(reviewPart)
  const sayForm = useSay(formsPart)
  const wordOf = (stars: number) => {
    const word = inWords[stars - 1]
    return word ? say(word) : ''
  }
  return (
    <SitePage isDoor={!isSent}>
      {isSent ? (
        <Thanks title={say('thanks')} lead={say('thanks_text')}>
          <SiteLink to={linkTo('/services')} className={site.button}>
            {say('back')}
          </SiteLink>
        </Thanks>
      ) : (
        <div className={`${site.inside} ${site.section}`}>
          <div className={site.two}>
            <div>
              <h1 className={site.title}>{say('how_did_we')}</h1>
              <p className={site.lead}>{say('good_or_bad')}</p>
            </div>
            <SiteForm
              name="review"
              lines={linesOf({ say, sayForm })}
              submitLabel={say('send')}
              problem={rating === 0 ? say('choose_stars') : null}
              send={(typed, trap) => leaveReview(typed, rating, service || null, trap)}
              onSent={() => setSent(true)}
            >
              <fieldset className={classes.stars}>
                <legend>{say('stars')}</legend>
                {[1, 2, 3, 4, 5].map((stars) => (
                  <label key={stars} data-lit={stars <= rating || undefined}>
                    <input type="radio" name="rating" checked={rating === stars} onChange={() => setRating(stars)} />
                    <span aria-hidden="true">★</span>
                    <span className={site.trap}>{say('stars_of', { stars: String(stars), words: wordOf(stars) })}</span>
                  </label>
                ))}
                <output>{wordOf(rating)}</output>
              </fieldset>
              <div className={site.field}>
                <label htmlFor={id}>
                  {say('about')} <small>{sayForm('optional')}</small>
                </label>
                <select
                  id={id}
                  className={site.input}
                  value={service}
                  onChange={(event) => setService(event.currentTarget.value)}
                >
                  <option value="">{say('everything')}</option>
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
