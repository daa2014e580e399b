import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { useSearchParams } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { bookingPart } from '@/shared/domain/texts/booking/part'
import { bookingTypesQuery } from '../api/booking.query'
import { ReadState } from '../../shared/read-state'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { BookingVisit } from './booking-visit'
import classes from './schedule-page.module.css'

const places: Readonly<Record<string, 'at_workshop' | 'at_yours' | 'by_phone'>> = {
  here: 'at_workshop',
  client: 'at_yours',
  call: 'by_phone',
}

/** /schedule-appointment: choose a kind, choose a free time, enter the details. */
export function SchedulePage() {
  const say = useSay(bookingPart)
  const types = useQuery(bookingTypesQuery(useLanguage()))
  const placeOf = (place: string) => {
    const words = places[place]
    return words ? say(words) : ''
  }
  const [search, setSearch] = useSearchParams()
  return (
    <SitePage isDoor>
      <div className={`${site.inside} ${site.section}`}>
        <h1 className={site.display}>{say('book')}</h1>
        <ReadState of={types}>
          {(all) => {
            const chosen = all.find(({ slug }) => slug === search.get('type')) ?? all[0]
            if (!chosen) return <p className={site.lead}>{say('not_online')}</p>
            return (
              <>
                <fieldset className={classes.types}>
                  <legend>{say('what_like')}</legend>
                  {all.map((type) => (
                    <label
                      key={type.slug}
                      className={classes.type}
                      data-chosen={type.slug === chosen.slug || undefined}
                    >
                      <input
                        type="radio"
                        name="type"
                        checked={type.slug === chosen.slug}
                        onChange={() =>
                          setSearch(
                            (before) => {
                              before.set('type', type.slug)
                              return before
                            },
                            { replace: true, preventScrollReset: true },
                          )
                        }
                      />
                      <strong>{type.name}</strong>
                      <span className={site.quiet}>{type.summary}</span>
                      <span className={classes.facts}>
                        {type.minutes} min · {placeOf(type.place)}
                      </span>
                    </label>
                  ))}
                </fieldset>
                <BookingVisit key={chosen.slug} type={chosen} />
              </>
            )
          }}
        </ReadState>
      </div>
    </SitePage>
  )
}
