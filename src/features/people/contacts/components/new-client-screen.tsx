import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { contactProblems, contactValues, emptyContact } from '@/shared/domain/contact'
import { can } from '@/shared/domain/permission'
import { storableLine } from '@/shared/domain/storable'
import { useRights } from '@/shared/ui/current-user'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { NotYours } from '@/shared/ui/not-yours'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { useRefusal } from '@/shared/ui/use-refusal'
import { registerClient } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { ContactFields } from './contact-fields'
import { SimilarContacts } from './similar-contacts'
import { linkTo } from '@/shared/lib/address'

const emptyPerson = { name: '', last_name: '', email: '', phone: '' }
const emptySite = { label: '', address: '', city: '', country: '' }
const personLabels = { name: 'First name', last_name: 'Last name', email: 'Email', phone: 'Phone' } as const
const siteLabels = { label: 'Name of the site', address: 'Address', city: 'Town', country: 'Country' } as const
const personFields = ['name', 'last_name', 'email', 'phone'] as const
const siteFields = ['label', 'address', 'city', 'country'] as const

const orNull = <Field extends string>(draft: Record<Field, string>, fields: readonly Field[]) => {
  const values = Object.fromEntries(fields.map((field) => [field, storableLine(draft[field]) || null]))
  return Object.values(values).every((value) => value === null) ? null : values
}

/** /new-client-internal: business, person, site and terms in one go; person and site may stay empty. */
export function NewClientScreen() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const rights = useRights()
  const mayAddSites = can(rights, 'locations', 'create')
  const business = useKeptEdits('client-business', emptyContact)
  const person = useKeptEdits('client-person', emptyPerson)
  const site = useKeptEdits('client-site', emptySite)
  const [asked, setAsked] = useState(false)
  const { form, refuse } = useRefusal()

  const personValues = orNull(person.values, personFields)
  const siteValues = mayAddSites ? orNull(site.values, siteFields) : null
  const problems = contactProblems('Business', business.values)
  const personProblems = personValues ? contactProblems('Person', { ...emptyContact, ...person.values }) : {}
  const siteProblems: Partial<Record<(typeof siteFields)[number], string>> =
    siteValues && siteValues['label'] === null ? { label: 'Please give the site a name' } : {}

  const saving = useMutation({
    mutationFn: () =>
      registerClient({ business: contactValues(business.values), person: personValues, site: siteValues }),
    onSuccess: async (id) => {
      for (const part of [business, person, site]) part.forgetKept()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      await navigate(linkTo('/contacts/business/:id', { id }))
    },
  })
  const save = () => {
    setAsked(true)
    const wrong = [problems, personProblems, siteProblems].some((each) => Object.keys(each).length > 0)
    if (wrong) refuse()
    else if (!saving.isPending) saving.mutate()
  }

  if (!can(rights, 'contacts', 'create')) {
    return <NotYours title="New Client Registration">Your account may not add contacts.</NotYours>
  }
  return (
    <PageFrame title="New Client Registration" width="text">
      <form
        ref={form}
        noValidate
        data-kept
        onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack>
          <section className={page.panel}>
            <Title order={2} mb="md">
              Business
            </Title>
            <ContactFields
              kind="Business"
              values={business.values}
              problems={asked ? problems : {}}
              disabled={saving.isPending}
              put={business.put}
            />
          </section>
          <SimilarContacts
            name={business.values.company}
            email={business.values.email}
            vat={business.values.vat_number}
          />
          <section className={page.panel}>
            <Title order={2} mb="md">
              Contact person
            </Title>
            <div className={page.fields}>
              {personFields.map((field) => (
                <TextInput
                  key={field}
                  label={personLabels[field]}
                  autoComplete="off"
                  disabled={saving.isPending}
                  value={person.values[field]}
                  error={asked ? personProblems[field] : null}
                  onChange={(event) => person.put(field, event.currentTarget.value)}
                />
              ))}
            </div>
          </section>
          <SimilarContacts
            name={`${person.values.name} ${person.values.last_name}`}
            email={person.values.email}
            vat=""
          />
          {mayAddSites ? (
            <section className={page.panel}>
              <Title order={2} mb="md">
                First site
              </Title>
              <div className={page.fields}>
                {siteFields.map((field) => (
                  <TextInput
                    key={field}
                    label={siteLabels[field]}
                    autoComplete="off"
                    maxLength={field === 'address' ? 500 : 200}
                    disabled={saving.isPending}
                    value={site.values[field]}
                    error={asked ? siteProblems[field] : null}
                    onChange={(event) => site.put(field, event.currentTarget.value)}
                  />
                ))}
              </div>
            </section>
          ) : null}
          {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
          <Group justify="flex-end">
            <Button
              variant="default"
              component={Link}
              to={linkTo('/contacts')}
              onClick={() => [business, person, site].forEach((part) => part.forgetKept())}
            >
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Register client
            </Button>
          </Group>
        </Stack>
      </form>
    </PageFrame>
  )
}
