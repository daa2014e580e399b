import { Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type NoticeChoices, noticeChoicesQuery, saveNoticeChoices } from '../api/devices.query'

const kinds = [
  { value: 'assigned', label: 'Tasks assigned to me' },
  { value: 'mentioned', label: 'Mentions of me' },
  { value: 'replies', label: 'Replies to tasks' },
  { value: 'mockups', label: 'Proofs and what clients say of them' },
  { value: 'deliveries', label: 'Deliveries' },
  { value: 'other', label: 'Everything else' },
]
const usualNight = { from: '20:00', until: '07:00' }

/** What the devices of a person show, and when they are quiet. Each choice is saved at once. */
export function NoticeChoicesForm({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const stored = useQuery(noticeChoicesQuery(userId))
  const save = useActMutation({
    mutationFn: (choices: NoticeChoices) => saveNoticeChoices(userId, choices),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticeChoicesQuery(userId).queryKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not saved', message: saveProblem(error) }),
  })
  if (!stored.data) return null
  const choices = save.isPending ? save.variables : stored.data
  const { muted, quiet } = choices
  return (
    <Stack gap="md">
      <Checkbox.Group
        label="What they show"
        value={kinds.flatMap(({ value }) => (muted.includes(value) ? [] : value))}
        onChange={(shown) =>
          save.mutate({ ...choices, muted: kinds.flatMap(({ value }) => (shown.includes(value) ? [] : value)) })
        }
      >
        <Stack gap="xs" mt="xs">
          {kinds.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label="Quiet hours"
        description="By the clock of the company. What is unread comes when they end"
        checked={quiet !== null}
        onChange={({ currentTarget }) => save.mutate({ ...choices, quiet: currentTarget.checked ? usualNight : null })}
      />
      {quiet ? (
        <QuietHours
          key={`${quiet.from}-${quiet.until}`}
          quiet={quiet}
          onChange={(next) => save.mutate({ ...choices, quiet: next })}
        />
      ) : null}
    </Stack>
  )
}

type Quiet = { from: string; until: string }

/** Two times. They are saved when both are there and differ. */
function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const [typed, setTyped] = useState(quiet)
  const isWhole = typed.from !== '' && typed.until !== '' && typed.from !== typed.until
  const leave = () =>
    isWhole && (typed.from !== quiet.from || typed.until !== quiet.until) ? onChange(typed) : undefined
  return (
    <Group align="start">
      {(['from', 'until'] as const).map((side) => (
        <TextInput
          key={side}
          type="time"
          label={side === 'from' ? 'From' : 'Until'}
          value={typed[side]}
          error={!isWhole && side === 'until' ? 'Please choose two different times' : undefined}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, [side]: value }))}
          onBlur={leave}
        />
      ))}
    </Group>
  )
}
