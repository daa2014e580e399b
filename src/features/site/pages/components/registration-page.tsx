import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { formsPart } from '@/shared/domain/texts/forms/part'
import { registrationPart } from '@/shared/domain/texts/registration/part'
import { linkTo } from '@/shared/lib/address'
import { Drawing } from '../../shared/art/drawing'
import { SiteForm } from '../../shared/site-form'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { register, type RegistrationKind } from '../api/send.mutation'
import { useCompany } from '../../shared/use-company'
import { registrationForm } from '../registration-forms'
import { Thanks } from './thanks'

/** A registration by a visitor. What it sends becomes a contact that waits for the office. */
function RegistrationPage({ kind }: { kind: RegistrationKind }) {
  const [isSent, setSent] = useState(false)
  const [search] = useSearchParams()
  const about = search.get('about')
  const say = useSay(registrationPart)
  const sayForm = useSay(formsPart)
  const { country } = useCompany()
  const { title, lead, lines, submit, art } = registrationForm(kind, { say, sayForm }, country)
  return (
    <SitePage isDoor>
      {isSent ? (
        <Thanks title={say('arrived')} lead={say('arrived_text')}>
          <SiteLink to={linkTo('/schedule-appointment')} className={site.button}>
            {say('book_meanwhile')}
          </SiteLink>
        </Thanks>
      ) : (
        <div className={`${site.inside} ${site.section}`}>
          <div className={site.two}>
            <div>
              <h1 className={site.title}>{about ? say('price_for', { about: about.slice(0, 80) }) : title}</h1>
              <p className={site.lead}>{lead}</p>
              <div style={{ maxWidth: '26rem', marginTop: '2.5rem' }} className={site.picture}>
                <Drawing name={art} />
              </div>
            </div>
            <SiteForm
              name={`registration-${kind}`}
              lines={lines}
              submitLabel={submit}
              send={(typed, trap) =>
                register(
                  kind,
                  about && typed['message']
                    ? { ...typed, message: `${about.slice(0, 200)}: ${typed['message']}` }
                    : typed,
                  trap,
                )
              }
              onSent={() => setSent(true)}
            />
          </div>
        </div>
      )}
    </SitePage>
  )
}

export const ClientRegistrationPage = () => <RegistrationPage kind="client" />
export const BusinessRegistrationPage = () => <RegistrationPage kind="business" />
export const AddPersonPage = () => <RegistrationPage kind="person" />
