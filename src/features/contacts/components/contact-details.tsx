import { Alert, Anchor, Button, Group, List, Stack, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import { contactKindOf, contactProblems, contactValues } from '@/shared/domain/contact'
import { Problem } from '@/shared/ui/problem'
import { colleaguesQuery, type ContactCardRow, contactTypesQuery } from '../api/contact.query'
import { saveContact } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import type { ContactLinks } from '../links'
import { problemWords } from '../problem-words'
import { type ContactEdit, useKeptEdit } from '../use-kept-edit'
import { ContactFields } from './contact-fields'
import classes from './contacts.module.css'
import { SimilarContacts } from './similar-contacts'

type ContactDetailsProps = { card: ContactCardRow; links: ContactLinks; mayEdit: boolean }

/** The facts of a contact, and in their place the form while somebody edits them. */
export function ContactDetails({ card, links, mayEdit }: ContactDetailsProps) {
  const queryClient = useQueryClient()
  const { edit: editing, put: setEditing, begin: beginEdit } = useKeptEdit(card.id)
  const saving = useMutation({
    mutationFn: ({ version, before, draft }: ContactEdit) =>
      saveContact({ id: card.id, version, before: contactValues(before), values: contactValues(draft) }),
    onSuccess: async (outcome) => {
      if (outcome.kind === 'saved') setEditing(null)
      await queryClient.invalidateQueries({ queryKey: contactsKey })
    },
  })
  const begin = () => {
    saving.reset()
    beginEdit(card)
  }

  if (editing === null || !mayEdit) {
    return (
      <section className={classes.paper} aria-labelledby="details-heading">
        <Group justify="space-between" mb="md">
          <Title order={2} id="details-heading">
            Details
          </Title>
          {mayEdit ? (
            <Button variant="default" size="xs" leftSection={<IconPencil size={16} aria-hidden />} onClick={begin}>
              Edit
            </Button>
          ) : null}
        </Group>
        <Facts card={card} />
      </section>
    )
  }

  const kind = contactKindOf(card.type)
  const problems = contactProblems(kind, editing.draft)
  const save = (next: ContactEdit) => {
    if (Object.keys(problems).length === 0 && !saving.isPending) saving.mutate(next)
  }
  const conflict = saving.data?.kind === 'conflict' ? saving.data : null
  return (
    <form
      className={classes.paper}
      noValidate
      aria-label="Edit contact"
      onKeyDown={getHotkeyHandler([['mod+Enter', () => save(editing)]])}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        save(editing)
      }}
    >
      <Stack>
        <ContactFields
          kind={kind}
          draft={editing.draft}
          problems={problems}
          disabled={saving.isPending}
          onChange={(draft) => setEditing({ ...editing, draft })}
        />
        <SimilarContacts
          name=""
          email={editing.draft.email}
          vat={editing.draft.vat_number}
          except={card.id}
          links={links}
        />
        {conflict ? (
          <Alert color="yellow" role="alert" title="Somebody else changed this meanwhile">
            <List size="sm">
              {conflict.theirs.map((words) => (
                <List.Item key={words}>{words}</List.Item>
              ))}
            </List>
            <Button mt="sm" size="xs" variant="default" onClick={() => save({ ...editing, version: conflict.version })}>
              Save mine instead
            </Button>
          </Alert>
        ) : null}
        {saving.isError ? <Problem>{problemWords(saving.error)}</Problem> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setEditing(null)}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
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
      'E-mail',
      card.email === null ? null : <Anchor href={`mailto:${encodeURIComponent(card.email)}`}>{card.email}</Anchor>,
    ],
    ['Phone', tel(card.phone)],
    ['Mobile', tel(card.mobile)],
    ['VAT number', card.vat_number],
    ['Address', address],
    ['Contact type', types.data?.find(({ id }) => id === card.contact_type_id)?.name],
    ['Payment terms', card.payment_terms_days === null ? null : `${card.payment_terms_days} days`],
    ['Account manager', colleagues.data?.find(({ userId }) => userId === card.account_manager_id)?.name],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
