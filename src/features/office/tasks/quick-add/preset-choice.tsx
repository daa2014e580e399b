import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActorRefFrom } from 'xstate'
import type { DraftRef } from '@/machines/quick-add/draft.machine'
import type { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { textToHtml } from '@/shared/domain/tasks/task'
import { newId } from '@/shared/lib/new-id'
import { pickFirst } from '@/shared/hooks/pick-first'
import { presetsQuery, type Preset } from '../api/presets.query'
import { staffQuery } from '../api/staff.query'

type PresetChoiceProps = {
  actor: ActorRefFrom<typeof quickAddMachine>
  /** The draft that the preset fills. */
  draft: DraftRef
  assignees: readonly string[]
  disabled: boolean
}

/** Begins a draft with a preset: its texts, checklist, client and people. Nothing while there are none. */
export function PresetChoice({ actor, draft, assignees, disabled }: PresetChoiceProps) {
  const { data: presets = [] } = useQuery(presetsQuery)
  const { data: staff = [] } = useQuery(staffQuery)
  if (presets.length === 0) return null

  const begin = ({ title, description, items, client, ...preset }: Preset) => {
    const todos = items.map((text) => ({ id: newId(), text, completed: false }))
    draft.send({ type: 'draft.write', change: { title, description: textToHtml(description ?? ''), todos } })
    if (client) draft.send({ type: 'related.pickClient', client })
    const people = staff.filter(({ userId, role }) => preset.assignees.includes(userId) || preset.roles.includes(role))
    const userIds = new Set([...assignees, ...people.map(({ userId }) => userId)])
    if (people.length > 0) actor.send({ type: 'assignees.choose', userIds: [...userIds] })
  }
  return (
    <Select
      label="Begin with a preset"
      placeholder="Choose one, or write below"
      searchable
      value={null}
      disabled={disabled}
      onKeyDownCapture={pickFirst}
      onChange={(id) => {
        const preset = presets.find((one) => one.id === id)
        if (preset) begin(preset)
      }}
      data={presets.map(({ id, title }) => ({ value: id, label: title }))}
      nothingFoundMessage="No preset has this title"
    />
  )
}
