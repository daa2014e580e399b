import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { type Account, accountName } from '@/shared/domain/people/account'
import { useRights } from '@/shared/hooks/current-user'
import { confirmChange } from '@/kit/confirm'
import { ActionButton } from '@/kit/form/action-button'
import { useDraft } from '@/shared/hooks/use-draft'
import { saveProblem } from '@/shared/hooks/save-problem'
import { accountsKey } from '../api/accounts.query'
import { approveNewcomer } from '../api/decide-newcomer.mutation'
import { newcomerWordsQuery } from '../api/newcomers.query'
import { contactOfAddressQuery, type LinkableContact, linkableContactsQuery } from '../api/linkable-contacts.query'
import { adminWords, readRole, roleLabel, roleOptions, rolesToGive } from '../role-choice'

const schema = z.object({
  role: z.string().nullable(),
  contact: z.object({ id: z.string(), label: z.string() }).nullable(),
})
const blank = { role: null, contact: null }

/** Gives a newcomer a role and, if the company already has it, their contact. */
export function ApproveDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const queryClient = useQueryClient()
  const rights = useRights()
  const name = accountName(account)
  const chosen = useDraft<z.infer<typeof schema>>({
    name: `approve-${account.user_id}`,
    schema,
    blank,
    isBlank: ({ role, contact }) => role === null && contact === null,
  })
  // Whoever has confirmed an address is proposed its contact, until somebody chooses otherwise.
  const [hasChosen, setChosen] = useState(false)
  const ofAddress = useQuery({
    ...contactOfAddressQuery(account.email),
    enabled: rights.role === 'admin' && account.is_confirmed !== false,
  }).data
  const { data: words } = useQuery(newcomerWordsQuery(account.email))
  const isProposed = !hasChosen && chosen.draft.contact === null && Boolean(ofAddress)
  const contact = isProposed ? (ofAddress ?? null) : chosen.draft.contact
  const role = readRole(chosen.draft.role)
  const approve = useActMutation({
    mutationFn: approveNewcomer,
    onSuccess: (_, approval) => {
      notifications.show({ message: `${name} is now ${roleLabel(approval.role).toLowerCase()}` })
      chosen.forget()
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  })

  return (
    <Modal opened onClose={onClose} title={`Approve ${name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!role || approve.isPending) return
          const send = () => approve.mutate({ userId: account.user_id, role, contactId: contact?.id ?? null })
          if (role === 'admin') confirmChange({ ...adminWords(name), onConfirm: send })
          else send()
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {account.email}
          </Text>
          {words ? (
            <Text
              component="blockquote"
              size="sm"
              m={0}
              mah="12rem"
              style={{ whiteSpace: 'pre-wrap', overflow: 'auto' }}
            >
              {words}
            </Text>
          ) : null}
          <Select
            label="Role"
            placeholder="Choose a role"
            data={roleOptions(rolesToGive(rights.role))}
            value={role}
            onChange={(value) => chosen.keep({ role: value, contact: chosen.draft.contact })}
            data-autofocus
            required
          />
          {rights.role === 'admin' ? (
            <ContactSelect
              value={contact}
              isProposed={isProposed}
              onChange={(next) => {
                setChosen(true)
                chosen.keep({ role, contact: next })
              }}
            />
          ) : null}
          {approve.error ? (
            <Alert color="red" title={`${name} was not approved`} role="alert">
              {saveProblem(approve.error)}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton type="submit" why={role ? null : 'Choose a role first.'} loading={approve.isPending}>
              Approve
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type ContactSelectProps = {
  value: LinkableContact | null
  /** True for the contact with the address of the account, which nobody chose. */
  isProposed: boolean
  onChange: (contact: LinkableContact | null) => void
}

function ContactSelect({ value, isProposed, onChange }: ContactSelectProps) {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, 250)
  const found = useQuery(linkableContactsQuery(value?.label === settled ? '' : settled))
  const offered = found.data ?? []
  const all = value && !offered.some(({ id }) => id === value.id) ? [value, ...offered] : offered

  return (
    <Select
      label="Contact"
      description={
        isProposed
          ? 'This contact has the same email address. A client reads its quotations and deliveries. Leave it empty to keep the one they signed up with.'
          : 'A client reads the quotations and deliveries of this contact. Leave it empty to keep the one they signed up with.'
      }
      placeholder="Search by name, company or email"
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={all.map(({ id, label }) => ({ value: id, label }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(all.find((contact) => contact.id === id) ?? null)}
      nothingFoundMessage={
        found.isError
          ? 'The contacts could not be searched'
          : typed.trim().length < 2
            ? 'Please type two characters'
            : found.isFetching
              ? 'Searching…'
              : 'No contact without an account found'
      }
    />
  )
}
