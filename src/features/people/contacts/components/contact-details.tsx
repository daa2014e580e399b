import { Anchor, Button, Group, Stack, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  contactDraft,
  type ContactField,
  contactFieldLabels,
  contactKindOf,
  contactProblems,
  contactValues,
} from '@/shared/domain/contact'
import { formatMoney } from '@/shared/domain/money'
import { can } from '@/shared/domain/permission'
import { ChangedMeanwhile } from '@/shared/ui/changed-meanwhile'
import { useRights } from '@/shared/ui/current-user'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { useRefusal } from '@/shared/ui/use-refusal'
import { colleaguesQuery, type ContactCardRow, contactTypesQuery } from '../api/contact.query'
import { saveContact } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { ContactFields } from './contact-fields'
import { SimilarContacts } from './similar-contacts'
import { linkTo } from '@/shared/lib/address'

type ContactDetailsProps = { card: ContactCardRow; mayEdit: boolean }

/** The facts of a contact, and in their place the form while somebody edits them. */
export function ContactDetails({ card, mayEdit }: ContactDetailsProps) {
  const edits = useKeptEdits(`edit-${card.id}`, contactDraft(card))
  const [begun, setBegun] = useState(false)
  if (mayEdit && (begun || edits.isChanged)) {
    return <EditContact card={card} edits={edits} onDone={() => setBegun(false)} />
  }
  return (
    <section className={page.panel} aria-labelledby="details-heading">
      <Group justify="space-between" mb="md">
        <Title order={2} id="details-heading">
          Details
        </Title>
        {mayEdit ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setBegun(true)}
          >
            Edit
          </Button>
        ) : null}
      </Group>
      <Facts card={card} />
    </section>
  )
}

type EditContactProps = {
  card: ContactCardRow
  edits: ReturnType<typeof useKeptEdits<ContactField>>
  onDone: () => void
}

/** What is typed survives a reload; what somebody else changes meanwhile arrives in the form, and is asked about where both typed. */
function EditContact({ card, edits, onDone }: EditContactProps) {
  const queryClient = useQueryClient()
  const { values, put, conflicts, insist, forget } = edits
  const { form, refuse } = useRefusal()
  const stored = contactDraft(card)
  const done = () => {
    forget()
    onDone()
  }
  const saving = useMutation({
    mutationFn: () => saveContact({ id: card.id, before: contactValues(stored), values: contactValues(values) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      done()
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: contactsKey }),
  })
  const kind = contactKindOf(card.type)
  const problems = contactProblems(kind, values)
  const save = () => {
    if (Object.keys(problems).length > 0 || conflicts.length > 0) refuse()
    else if (!saving.isPending) saving.mutate()
  }
  return (
    <form
      ref={form}
      className={page.panel}
      noValidate
      data-kept
      aria-label="Edit contact"
      onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        <ContactFields kind={kind} values={values} problems={problems} disabled={saving.isPending} put={put} />
        <SimilarContacts name="" email={values.email} vat={values.vat_number} except={card.id} />
        {conflicts.map((field) => (
          <ChangedMeanwhile
            key={field}
            field={contactFieldLabels[field]}
            now={field.endsWith('_id') && stored[field] !== '' ? 'another one' : stored[field]}
            onTake={() => forget([field])}
            onInsist={() => insist(field)}
          />
        ))}
        {saving.isError && conflicts.length === 0 ? <Problem>{saveProblem(saving.error)}</Problem> : null}
        <Group justify="flex-end">
          <Button variant="default" disabled={saving.isPending} onClick={done}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={conflicts.length > 0}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Facts({ card }: { card: ContactCardRow }) {
  const types = useQuery(contactTypesQuery)
  const colleagues = useQuery(colleaguesQuery)
  const address = [card.address_line, card.city, card.postcode, card.country].filter(Boolean).join(', ')
  const tel = (number: string | null) =>
    number === null ? null : <Anchor href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</Anchor>
  const facts: [string, ReactNode][] = [
    [
      'Email',
      card.email === null ? null : <Anchor href={`mailto:${encodeURIComponent(card.email)}`}>{card.email}</Anchor>,
    ],
    ['Phone', tel(card.phone)],
    ['Mobile', tel(card.mobile)],
    ['VAT number', card.vat_number],
    ['Address', address],
    ['Contact type', types.data?.find(({ id }) => id === card.contact_type_id)?.name],
    ['Payment terms', card.payment_terms_days === null ? null : `${card.payment_terms_days} days`],
    ['Credit limit', <CreditLimit card={card} />],
    ['Account manager', colleagues.data?.find(({ userId }) => userId === card.account_manager_id)?.name],
  ]
  return (
    <dl className={page.facts}>
      {facts.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What may be open on account; it follows from an application, so the way to change it is another one. */
const CreditLimit = ({ card }: { card: ContactCardRow }) => (
  <Group component="span" gap="xs">
    <span>{card.credit_limit === null ? 'None' : formatMoney(card.credit_limit)}</span>
    {can(useRights(), 'contacts', 'edit') ? (
      <Anchor component={Link} to={`${linkTo('/credit-application')}?new=yes&client=${card.id}`} size="sm">
        Apply for credit
      </Anchor>
    ) : null}
  </Group>
)
