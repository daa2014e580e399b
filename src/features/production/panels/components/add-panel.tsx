import { Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { length } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { openJobs } from '@/kit/pickers/open-jobs'
import { newId } from '@/shared/lib/new-id'
import { addPanel } from '../api/panels.mutation'
import { panelsKey } from '../api/panels.query'
import { panelKinds, type PanelKind, railsFor, usualParts } from '../panel'

const kinds = Object.entries(panelKinds).map(([value, label]) => ({ value, label }))
const kindOf = (name: string): PanelKind | null => {
  const found = Object.keys(panelKinds).find((kind) => kind === name)
  return found ? (found as PanelKind) : null
}

const fields = defineFields({
  job: record('Job', openJobs, { required: true }),
  kind: choice('Kind', kinds, { required: true }),
  title: text('Name', { required: true, max: 200 }),
  width: length('Width', { required: true, least: '1', most: '20000', otherSide: 'height' }),
  height: length('Height', { required: true, least: '1', most: '20000' }),
  depth: length('Depth', { least: '0', most: '2000' }),
})

/** A typed side in millimetres; zero while it is invalid. */
const sideOf = (side: 'width' | 'height' | 'depth', drafts: Readonly<Record<typeof side, string>>): number =>
  Number(fields[side].valueOf(drafts[side]) ?? 0)

/** A new panel: its usual parts and rails follow from its kind and size, and those that it does not need are unticked. */
export const AddPanel = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Add a panel">
    <Form onClose={onClose} />
  </Modal>
)

function Form({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const [without, setWithout] = useState<readonly string[]>([])
  const suggested = (drafts: Record<'kind' | 'width' | 'height' | 'depth', string>) => {
    const kind = kindOf(drafts.kind)
    const [width, height, depth] = [sideOf('width', drafts), sideOf('height', drafts), sideOf('depth', drafts)]
    return kind && width > 0 && height > 0 ? usualParts(kind, width, height, depth > 0 ? depth : 0) : []
  }
  const form = useRecordForm({
    fields,
    name: 'panel-new',
    isNew: true,
    queryKey: panelsKey,
    check: (drafts) =>
      suggested(drafts).length > 0 && suggested(drafts).every(({ name }) => without.includes(name))
        ? { kind: 'A panel needs at least one part' }
        : {},
    save: ({ job, kind, title, ...size }) => {
      const [width, height, depth] = [Number(size.width), Number(size.height), Number(size.depth ?? 0)]
      return addPanel({
        id,
        jobId: job,
        kind,
        title,
        width,
        height,
        depth,
        parts: usualParts(kindOf(kind) ?? 'other', width, height, depth).filter(({ name }) => !without.includes(name)),
      })
    },
    onSaved: () => void navigate(`?panel=${id}`, { replace: true }),
  })
  const parts = suggested(form.drafts)
  return (
    <Stack>
      <RecordForm form={form} label="New panel" submitLabel="Add panel" onCancel={onClose} isPlain />
      {parts.length > 0 ? (
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <Text component="legend" size="sm" fw={600}>
            Parts
            {railsFor(sideOf('height', form.drafts)) > 0
              ? `, with ${railsFor(sideOf('height', form.drafts))} rails for this height`
              : ''}
          </Text>
          <Stack gap={6} mt={6}>
            {parts.map(({ name, qty, detail }) => (
              <Checkbox
                key={name}
                label={`${qty} × ${name}${detail ? ` · ${detail}` : ''}`}
                checked={!without.includes(name)}
                onChange={(event) =>
                  setWithout(
                    event.currentTarget.checked ? without.filter((other) => other !== name) : [...without, name],
                  )
                }
              />
            ))}
          </Stack>
        </fieldset>
      ) : null}
    </Stack>
  )
}
