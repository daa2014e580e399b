import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { contactProblems, contactValues, emptyContact, storable } from '@/shared/domain/contact'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { registerClient } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import type { ContactLinks } from '../links'
import { problemWords } from '../problem-words'
import { useDraft } from '../use-draft'
import { ContactFields } from './contact-fields'
import classes from './contacts.module.css'
import { SimilarContacts } from './similar-contacts'

const emptyPerson = { name: '', last_name: '', email: '', phone: '' }
const emptySite = { label: '', address: '', city: '', country: '' }
const personLabels = { name: 'First name', last_name: 'Last name', email: 'E-mail', phone: 'Phone' } as const
const siteLabels = { label: 'Name of the site', address: 'Address', city: 'Town', country: 'Country' } as const
const personFields = ['name', 'last_name', 'email', 'phone'] as const
const siteFields = ['label', 'address', 'city', 'country'] as const

const orNull = <Field extends string>(draft: Record<Field, string>, fields: readonly Field[]) => {
  const values = Object.fromEntries(fields.map((field) => [field, storable(draft[field]) || null]))
  return Object.values(values).every((value) => value === null) ? null : values
}

/** /new-client-internal: business, person, site and terms in one go; person and site may stay empty. */
export function NewClientScreen({ links }: { links: ContactLinks }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const mayAddSites = can(useRights(), 'locations', 'create')
  const business = useDraft('client-business', emptyContact)
  const person = useDraft('client-person', emptyPerson)
  const site = useDraft('client-site', emptySite)
  const [asked, setAsked] = useState(false)

  const personValues = orNull(person.draft, personFields)
  const siteValues = mayAddSites ? orNull(site.draft, siteFields) : null
  const problems = contactProblems('Business', business.draft)
  const personProblems = personValues ? contactProblems('Person', { ...emptyContact, ...person.draft }) : {}
  const siteProblems: Partial<Record<(typeof siteFields)[number], string>> =
    siteValues && siteValues['label'] === null ? { label: 'Please give the site a name' } : {}

  const saving = useMutation({
    mutationFn: () =>
      registerClient({ business: contactValues(business.draft), person: personValues, site: siteValues }),
    onSuccess: async (id) => {
      for (const draft of [business, person, site]) draft.forget()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      await navigate(links.business(id))
    },
  })
  const save = () => {
    setAsked(true)
    const wrong = [problems, personProblems, siteProblems].some((each) => Object.keys(each).length > 0)
    if (!wrong && !saving.isPending) saving.mutate()
  }

  return (
    <PageFrame title="New Client Registration" width="text">
      <form
        noValidate
        onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack>
          <section className={classes.paper}>
            <Title order={2} mb="md">
              Business
            </Title>
            <ContactFields
              kind="Business"
              draft={business.draft}
              problems={asked ? problems : {}}
              disabled={saving.isPending}
              onChange={business.keep}
            />
          </section>
          <SimilarContacts
            name={business.draft.company}
            email={business.draft.email}
            vat={business.draft.vat_number}
            links={links}
          />
          <section className={classes.paper}>
            <Title order={2} mb="md">
              Contact person
            </Title>
            <div className={classes.fields}>
              {personFields.map((field) => (
                <TextInput
                  key={field}
                  label={personLabels[field]}
                  autoComplete="off"
                  disabled={saving.isPending}
                  value={person.draft[field]}
                  error={asked ? personProblems[field] : null}
                  onChange={(event) => person.keep({ ...person.draft, [field]: event.currentTarget.value })}
                />
              ))}
            </div>
          </section>
          <SimilarContacts
            name={`${person.draft.name} ${person.draft.last_name}`}
            email={person.draft.email}
            vat=""
            links={links}
          />
          {mayAddSites ? (
            <section className={classes.paper}>
              <Title order={2} mb="md">
                First site
              </Title>
              <div className={classes.fields}>
                {siteFields.map((field) => (
                  <TextInput
                    key={field}
                    label={siteLabels[field]}
                    autoComplete="off"
                    maxLength={field === 'address' ? 500 : 200}
                    disabled={saving.isPending}
                    value={site.draft[field]}
                    error={asked ? siteProblems[field] : null}
                    onChange={(event) => site.keep({ ...site.draft, [field]: event.currentTarget.value })}
                  />
                ))}
              </div>
            </section>
          ) : null}
          {saving.isError ? <Problem>{problemWords(saving.error)}</Problem> : null}
          <Group justify="flex-end">
            <Button
              variant="default"
              component={Link}
              to={links.list}
              onClick={() => [business, person, site].forEach((draft) => draft.forget())}
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
