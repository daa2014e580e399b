import { Button, Group, Stack } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type ContactKind, contactProblems, contactValues, emptyContact } from '@/shared/domain/contact'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { addContact } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { cardLink, type ContactLinks } from '../links'
import { problemWords } from '../problem-words'
import { useDraft } from '../use-draft'
import { ContactFields } from './contact-fields'
import classes from './contacts.module.css'
import { SimilarContacts } from './similar-contacts'

/** /contacts/add-person and /contacts/add-business. */
export function AddContactScreen({ kind, links }: { kind: ContactKind; links: ContactLinks }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { draft, keep, forget, clear } = useDraft(`add-${kind}`, emptyContact)
  const [asked, setAsked] = useState(false)
  const problems = contactProblems(kind, draft)
  const saving = useMutation({
    mutationFn: () => addContact(kind, contactValues(draft)),
    onSuccess: async (id) => {
      forget()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      await navigate(cardLink(links, { type: kind, id }))
    },
  })
  const save = () => {
    setAsked(true)
    if (Object.keys(problems).length === 0 && !saving.isPending) saving.mutate()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save()
  }

  return (
    <PageFrame title={kind === 'Business' ? 'Add a Business' : 'Add a Person'} width="text">
      <form onSubmit={submit} onKeyDown={getHotkeyHandler([['mod+Enter', save]])} noValidate>
        <Stack gap="md" className={classes.paper}>
          <ContactFields
            kind={kind}
            draft={draft}
            problems={asked ? problems : {}}
            disabled={saving.isPending}
            onChange={keep}
          />
          <SimilarContacts
            name={kind === 'Business' ? draft.company : `${draft.name} ${draft.last_name}`}
            email={draft.email}
            vat={draft.vat_number}
            links={links}
          />
          {saving.isError ? <Problem>{problemWords(saving.error)}</Problem> : null}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={links.list} onClick={clear}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {kind === 'Business' ? 'Add business' : 'Add person'}
            </Button>
          </Group>
        </Stack>
      </form>
    </PageFrame>
  )
}
