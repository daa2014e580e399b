import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { Drawing } from '../../shared/art/drawing'
import { type FormLine, SiteForm } from '../../shared/site-form'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { register, type RegistrationKind } from '../api/send.mutation'
import { Thanks } from './thanks'

const name: FormLine<string>[] = [
  { name: 'name', label: 'First name', autoComplete: 'given-name', group: 'name' },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', group: 'name' },
]
const reach: FormLine<string>[] = [
  { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'email', group: 'reach', max: 320 },
  { name: 'phone', label: 'Telephone', kind: 'tel', autoComplete: 'tel', isOptional: true, group: 'reach', max: 50 },
]
const place: FormLine<string>[] = [
  { name: 'address_line', label: 'Street and number', autoComplete: 'street-address', isOptional: true, max: 500 },
  { name: 'postcode', label: 'Postcode', autoComplete: 'postal-code', isOptional: true, group: 'town', max: 20 },
  { name: 'city', label: 'Town', autoComplete: 'address-level2', isOptional: true, group: 'town' },
]

const forms: Record<
  RegistrationKind,
  { title: string; lead: string; lines: FormLine<string>[]; submit: string; art: string }
> = {
  client: {
    title: 'Tell us what people should see',
    lead: 'A few lines are enough to begin. We answer within one working day, with a price or with the one question that is still open.',
    lines: [
      ...name,
      { name: 'company', label: 'Business', autoComplete: 'organization', isOptional: true },
      ...reach,
      {
        name: 'message',
        label: 'What you need',
        isLong: true,
        missing: 'Please write what you need',
        help: 'What it is, how large, where it goes, and when you need it',
      },
    ],
    submit: 'Ask for a price',
    art: 'measure',
  },
  business: {
    title: 'Register your business',
    lead: 'One registration, and quotations, proofs and invoices reach the right people. We check it and write back.',
    lines: [
      {
        name: 'company',
        label: 'Name of the business',
        autoComplete: 'organization',
        missing: 'Please enter the name of the business',
      },
      {
        name: 'vat_number',
        label: '{Tax} number',
        isOptional: true,
        help: 'With the letters of your country',
        max: 30,
      },
      ...place,
      ...name,
      ...reach,
    ],
    submit: 'Register the business',
    art: 'fascia',
  },
  person: {
    title: 'Be our contact',
    lead: 'Leave your name and how we reach you. The office adds you to our contacts.',
    lines: [
      ...name,
      { name: 'company', label: 'You work for', autoComplete: 'organization', isOptional: true },
      ...reach,
    ],
    submit: 'Send',
    art: 'people',
  },
}

/** A registration by a visitor. What it sends becomes a contact that waits for the office. */
function RegistrationPage({ kind }: { kind: RegistrationKind }) {
  const [isSent, setSent] = useState(false)
  const [search] = useSearchParams()
  const about = search.get('about')
  const { title, lead, lines, submit, art } = forms[kind]
  return (
    <SitePage isDoor>
      {isSent ? (
        <Thanks
          title="Thank you. It has arrived."
          lead="We read it today or on the next working day, and write to you."
        >
          <SiteLink to={linkTo('/schedule-appointment')} className={site.button}>
            Book a visit meanwhile
          </SiteLink>
        </Thanks>
      ) : (
        <div className={`${site.inside} ${site.section}`}>
          <div className={site.two}>
            <div>
              <h1 className={site.title}>{about ? `A price for ${about.slice(0, 80)}` : title}</h1>
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
