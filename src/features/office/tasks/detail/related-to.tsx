import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDraft } from '@/shared/hooks/use-draft'
import { pickFirst } from '@/shared/hooks/pick-first'
import { changeTask } from '../api/change-task.mutation'
import { contactLocationsQuery } from '../api/contact-locations.query'
import { contactSearchQuery, type FoundContact } from '../api/contact-search.query'
import type { TaskDetail } from '../api/detail/task-detail.query'
import { taskKey } from '../api/tasks.query'
import { sayError, saySuccess } from './toasts'

const contactName = ({ name, last_name, company }: FoundContact): string => {
  const person = [name, last_name].filter(Boolean).join(' ')
  return [person, company === person ? '' : company].filter(Boolean).join(' · ') || 'Unknown'
}

const words = z.string().nullable()
const foundContactSchema = z.object({ id: z.string(), name: words, last_name: words, company: words })
const choiceSchema = z.object({ contact: foundContactSchema.nullable(), locationId: z.string().nullable() })
type Choice = z.infer<typeof choiceSchema>

/** For which client and where a task is done (spec 2 §5). */
export function RelatedTo({ task, mayChange }: { task: TaskDetail; mayChange: boolean }) {
  const { lat = null, lng = null } = task.location ?? {}
  return (
    <Stack gap="sm">
      {mayChange ? <ContactForm task={task} /> : <ContactText task={task} />}
      {lat === null || lng === null ? null : (
        <Anchor
          size="sm"
          href={`https://www.google.com/maps?q=${lat},${lng}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open in maps
        </Anchor>
      )}
    </Stack>
  )
}

function ContactText({ task }: { task: TaskDetail }) {
  const place = task.location && [task.location.label, task.location.address, task.location.city].filter(Boolean)
  return (
    <div>
      <Text size="sm">{task.contact ? contactName(task.contact) : 'No contact'}</Text>
      {place ? (
        <Text size="sm" c="dimmed">
          {place.join(', ')}
        </Text>
      ) : null}
    </div>
  )
}

function ContactForm({ task }: { task: TaskDetail }) {
  const queryClient = useQueryClient()
  const { draft, keep, clear } = useDraft<Choice | null>({
    name: `related-${task.id}`,
    schema: choiceSchema,
    blank: null,
    isBlank: (choice) => choice === null,
  })
  const isAsSaved = draft?.contact?.id === task.contact?.id && draft?.locationId === task.location_id
  const changed = isAsSaved ? null : draft
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, 200)
  const { contact, locationId } = changed ?? { contact: task.contact, locationId: task.location_id }

  const found = useQuery(contactSearchQuery(contact && wanted === contactName(contact) ? '' : wanted))
  const isBusy = typed !== wanted || found.isFetching
  const save = useActMutation({
    mutationFn: () => changeTask(task.id, { contact_id: contact?.id ?? null, location_id: locationId }),
    onSuccess: async () => {
      saySuccess('Task contact and location updated successfully', 'Success')
      await queryClient.invalidateQueries({ queryKey: taskKey(task.id) })
      clear()
    },
    onError: () => sayError('Failed to update task', 'Error'),
  })
  const others = (found.data ?? []).filter(({ id }) => id !== contact?.id)
  /** The chosen contact is first, unless the person is searching for another one. */
  const isSearching = contact !== null && typed !== contactName(contact) && typed !== ''
  const offered = isSearching ? [...others, contact] : [...(contact ? [contact] : []), ...others]

  return (
    <Stack gap="xs">
      <Select
        label="Contact"
        placeholder="Search by name"
        searchable
        clearable
        selectFirstOptionOnChange={false}
        onKeyDownCapture={pickFirst}
        data-busy={isBusy || undefined}
        value={contact?.id ?? null}
        onChange={(id) => keep({ contact: offered.find((one) => one.id === id) ?? null, locationId: null })}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={offered.map((one) => ({ value: one.id, label: contactName(one) }))}
        nothingFoundMessage={
          wanted.trim().length < 2
            ? 'Type at least 2 characters'
            : found.isFetching
              ? 'Searching…'
              : 'No contacts found'
        }
      />
      {contact ? (
        <LocationChoice
          contactId={contact.id}
          value={locationId}
          onChange={(id) => keep({ contact, locationId: id })}
        />
      ) : null}
      {changed ? (
        <Group gap="xs">
          <Button size="compact-md" fz="sm" loading={save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
          <Button size="compact-md" fz="sm" variant="default" onClick={clear}>
            Cancel
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

type LocationChoiceProps = { contactId: string; value: string | null; onChange: (id: string | null) => void }

function LocationChoice({ contactId, value, onChange }: LocationChoiceProps) {
  const locations = useQuery(contactLocationsQuery(contactId))
  const placeholder = locations.isPending
    ? 'Loading locations...'
    : locations.isError
      ? 'Error loading locations'
      : locations.data.length === 0
        ? 'No locations available for this contact'
        : 'Choose a location'
  return (
    <Select
      label="Location"
      placeholder={placeholder}
      disabled={!locations.data?.length}
      clearable
      searchable
      value={value}
      onChange={onChange}
      data={(locations.data ?? []).map(({ id, label, address, city }) => ({
        value: id,
        label: [label, address, city].filter(Boolean).join(', '),
      }))}
    />
  )
}
