import { useNavigate, useSearchParams } from 'react-router-dom'
import { defineFields, namesOf } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { registerClient } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { contactFields } from '../contact-fields'
import { SimilarContacts } from './merge/similar-contacts'

const business = contactFields.Business
const person = contactFields.Person
const mayAddSites = { right: (rights: Parameters<typeof can>[0]) => can(rights, 'locations', 'create') }
const fields = defineFields({
  ...business,
  person_name: { ...person.name, required: false, right: () => true },
  person_last_name: { ...person.last_name, right: () => true },
  person_email: person.email,
  person_phone: person.phone,
  site_label: text('Name of the site', mayAddSites),
  site_address: text('Address', { ...mayAddSites, max: 500 }),
  site_city: text('Town', mayAddSites),
  site_country: text('Country', mayAddSites),
})
const personNames = ['person_name', 'person_last_name', 'person_email', 'person_phone'] as const
const siteNames = ['site_label', 'site_address', 'site_city', 'site_country'] as const

/** The values whose names begin with `prefix`, without it; null where nothing was entered. */
function partOf(values: object, prefix: string): Record<string, string | null> | null {
  const part = Object.entries(values).filter(([name]) => name.startsWith(prefix))
  if (part.every(([, value]) => value === null || value === '')) return null
  return Object.fromEntries(part.map(([name, value]) => [name.slice(prefix.length), value === '' ? null : value]))
}

/** /new-client-internal: business, person, site and terms in one go; person and site may stay empty. */
export function NewClientScreen() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const rights = useRights()
  const form = useRecordForm({
    fields,
    name: 'new-client',
    isNew: true,
    queryKey: contactsKey,
    check: (drafts) => {
      const isTyped = (names: readonly (keyof typeof drafts)[]) => names.some((name) => drafts[name].trim() !== '')
      return {
        ...(isTyped(personNames) && drafts.person_name.trim() === ''
          ? { person_name: 'Please enter the first name' }
          : {}),
        ...(isTyped(siteNames) && drafts.site_label.trim() === '' ? { site_label: 'Please give the site a name' } : {}),
      }
    },
    save: (values) =>
      registerClient({
        business: Object.fromEntries(
          namesOf(business).flatMap((name) => (name in values ? [[name, values[name]]] : [])),
        ),
        person: partOf(values, 'person_'),
        site: partOf(values, 'site_'),
      }),
    // `?then=quotation`: the client was missing in a new quotation, which goes on with it.
    onSaved: (id) =>
      search.get('then') === 'quotation'
        ? navigate(`${linkTo('/quotations')}?dialog=new&client=${id}`, { replace: true })
        : navigate(linkTo('/contacts/business/:id', { id })),
  })
  const { drafts } = form

  if (!can(rights, 'contacts', 'create')) {
    return <NoRight title="New Client Registration">Your account may not add contacts.</NoRight>
  }
  return (
    <PageFrame title="New Client Registration" width="text">
      <RecordForm
        form={form}
        label="New client"
        submitLabel="Register client"
        onCancel={() => void navigate(linkTo('/contacts'))}
        sections={[
          {
            title: 'Business',
            fields: namesOf(business),
            after: <SimilarContacts name={drafts.company} email={drafts.email} vat={drafts.vat_number} />,
          },
          {
            title: 'Contact person',
            fields: personNames,
            after: (
              <SimilarContacts
                name={`${drafts.person_name} ${drafts.person_last_name}`}
                email={drafts.person_email}
                vat=""
              />
            ),
          },
          ...(can(rights, 'locations', 'create') ? [{ title: 'First site', fields: siteNames }] : []),
        ]}
      />
    </PageFrame>
  )
}
