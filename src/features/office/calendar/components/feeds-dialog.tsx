import { ActionIcon, Button, Checkbox, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { dayText } from '@/shared/domain/text/formats'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { addFeed, changeFeed, type FeedValues, removeFeed, renewFeed } from '../api/feeds.mutation'
import { type Feed, feedsKey, feedsQuery } from '../api/feeds.query'
import { usualKinds } from '../calendar-place'
import { entryKinds, isEntryKind, kindLabels } from '../entry'
import classes from './calendar.module.css'

/** The person's secret calendar addresses for other programs, each with its content. */
export function FeedsDialog({ seesPayments, onClose }: { seesPayments: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const feeds = useQuery(feedsQuery)
  const [address, setAddress] = useState<string | null>(null)
  const done = { onSettled: () => queryClient.invalidateQueries({ queryKey: feedsKey }) }
  const [changing, setChanging] = useState<string | null>(null)
  const add = useActMutation({ mutationFn: addFeed, onSuccess: setAddress, ...done })
  const change = useActMutation({
    mutationFn: ({ id, values }: { id: string; values: FeedValues }) => changeFeed(id, values),
    onSuccess: () => setChanging(null),
    ...done,
  })
  const renew = useActMutation({ mutationFn: (feed: Feed) => renewFeed(feed.id), onSuccess: setAddress, ...done })
  const remove = useActMutation({
    mutationFn: (feed: Feed) => removeFeed(feed.id),
    onSuccess: () => setAddress(null),
    ...done,
  })
  const problem = add.error ?? change.error ?? renew.error ?? remove.error ?? feeds.error
  return (
    <Modal opened onClose={onClose} title="Calendar in other programs" size="lg">
      <Text size="sm" mb="md">
        Phones and mail programs can subscribe to this calendar. Anybody with the address can read it, so treat it like
        a password. It shows what you may see, and ends when you leave or take it back.
      </Text>
      {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
      {address ? <NewAddress address={address} /> : null}
      {feeds.isPending ? <LineSkeletons count={4} height={52} /> : null}
      {feeds.data && feeds.data.length > 0 ? (
        <Stack gap="xs" mb="lg" component="ul" className={classes.feeds ?? ''}>
          {feeds.data.map((feed) =>
            changing === feed.id ? (
              <li key={feed.id}>
                <FeedForm
                  start={{ name: feed.name, kinds: feed.kinds, onlyMine: feed.only_mine }}
                  seesPayments={seesPayments}
                  isSaving={change.isPending}
                  label="Name"
                  submitLabel="Save changes"
                  cancelLabel="Cancel"
                  onSend={(values) => change.mutate({ id: feed.id, values })}
                  onCancel={() => setChanging(null)}
                />
              </li>
            ) : (
              <Group key={feed.id} component="li" justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                  <Text fw={600}>{feed.name}</Text>
                  <Text size="sm" c="dimmed">
                    {[
                      feed.only_mine ? 'Only mine' : null,
                      feed.kinds
                        .filter(isEntryKind)
                        .map((kind) => kindLabels[kind].many)
                        .join(', '),
                    ]
                      .filter(Boolean)
                      .join(': ')}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {feed.used_at ? `Last read ${dayText(feed.used_at)}` : 'Not read yet'}
                  </Text>
                </div>
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    aria-label={`Change ${feed.name}`}
                    title="Change what it shows"
                    variant="subtle"
                    onClick={() => {
                      change.reset()
                      setChanging(feed.id)
                    }}
                  >
                    <IconPencil size={18} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`New address for ${feed.name}`}
                    title="New address: the old one ends"
                    variant="subtle"
                    loading={renew.isPending && renew.variables.id === feed.id}
                    onClick={() => renew.mutate(feed)}
                  >
                    <IconRefresh size={18} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`Take back ${feed.name}`}
                    title="Take back"
                    variant="subtle"
                    color="red"
                    loading={remove.isPending && remove.variables.id === feed.id}
                    onClick={() => remove.mutate(feed)}
                  >
                    <IconTrash size={18} stroke={1.5} />
                  </ActionIcon>
                </Group>
              </Group>
            ),
          )}
        </Stack>
      ) : null}
      {changing ? null : (
        <FeedForm
          start={newFeed}
          seesPayments={seesPayments}
          isSaving={add.isPending}
          label="Name of a new address"
          submitLabel="Make an address"
          cancelLabel="Close"
          onSend={(values) => add.mutate(values)}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

const newFeed: FeedValues = {
  name: 'My calendar',
  kinds: usualKinds.filter((kind) => kind !== 'payment'),
  onlyMine: false,
}

type FeedFormProps = {
  start: FeedValues
  seesPayments: boolean
  isSaving: boolean
  label: string
  submitLabel: string
  cancelLabel: string
  onSend: (values: FeedValues) => void
  onCancel: () => void
}

/** The form of a calendar address: its name and content. */
function FeedForm({ start, seesPayments, isSaving, label, submitLabel, cancelLabel, onSend, onCancel }: FeedFormProps) {
  const [name, setName] = useState(start.name)
  const [kinds, setKinds] = useState(start.kinds)
  const [onlyMine, setOnlyMine] = useState(start.onlyMine)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ name, kinds, onlyMine })
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={label}
          value={name}
          maxLength={60}
          error={name.trim() === '' ? 'Please enter a name' : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label="It shows"
          value={kinds}
          onChange={setKinds}
          error={kinds.length === 0 ? 'Please choose what it shows' : null}
        >
          <div className={classes.feedKinds}>
            {entryKinds
              .filter((kind) => kind !== 'payment' || seesPayments)
              .map((kind) => (
                <Checkbox
                  key={kind}
                  value={kind}
                  label={kindLabels[kind].many}
                  data-kind={kind}
                  className={classes.kindBox ?? ''}
                />
              ))}
          </div>
        </Checkbox.Group>
        <Checkbox
          label="Only what I am planned for"
          checked={onlyMine}
          onChange={(event) => setOnlyMine(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button type="submit" loading={isSaving} disabled={name.trim() === '' || kinds.length === 0}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** An address is shown once: only its hash is kept. */
const NewAddress = ({ address }: { address: string }) => (
  <div className={classes.newAddress} role="status">
    <Text size="sm" fw={600}>
      Copy this address now: it is not shown again.
    </Text>
    <Group gap="xs" wrap="nowrap">
      <TextInput
        readOnly
        aria-label="Calendar address"
        value={address}
        flex={1}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  </div>
)
