import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconAlertTriangle, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useOutboxEntries } from '@/kit/outbox/outbox-provider'
import { removeRow } from '@/kit/save/save-row'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { can } from '@/shared/domain/people/permission'
import { useCurrentUser, useRights } from '@/shared/hooks/current-user'
import { reportMissing, tickPart } from '../api/panels.mutation'
import { readTick, tickKind } from '../outbox-kinds'
import { type Mark, markOf, marksOf, type Part } from '../panel'
import { aboutOf } from '../tick.actors'
import { MarkButton } from './mark-button'
import { MissingPart } from './missing-part'
import classes from './panels.module.css'

type PartRowProps = { part: Part; mayWork: boolean; act: (does: () => Promise<unknown>) => void }

export function PartRow({ part, mayWork, act }: PartRowProps) {
  const me = useCurrentUser().id
  const rights = useRights()
  const entries = useOutboxEntries()
  const { data: staff } = useQuery(staffQuery)
  const nameOf = (id: string | null) =>
    id === me
      ? 'You'
      : staff === undefined
        ? ''
        : (staff.find(({ value }) => value === id)?.label ?? 'Former colleague')
  // A tick that waits for the network counts for the marks after it.
  const isSet = (mark: Mark): boolean => {
    const waiting = entries.find(
      ({ kind, about, state }) => kind === tickKind.name && about === aboutOf(part.id, mark) && state !== 'refused',
    )
    return waiting ? (readTick(waiting.payload)?.isTicked ?? false) : markOf(part, mark) !== null
  }
  const needed = marksOf(part)
  const lastSet = needed.findLast((mark) => markOf(part, mark) !== null)
  const isMissing = part.missing_at !== null
  const missing = useDialog('missing')
  return (
    <li className={classes.part} aria-label={part.name} data-missing={isMissing || undefined}>
      <div className={classes.partName}>
        <Text fw={600}>
          {part.qty > 1 ? `${part.qty} × ` : ''}
          {part.name}
        </Text>
        {part.detail ? (
          <Text size="sm" c="dimmed">
            {part.detail}
          </Text>
        ) : null}
        {isMissing ? (
          <Text size="sm" c="var(--mantine-color-error)">
            <IconAlertTriangle size={14} aria-hidden /> Missing{part.missing_note ? `: ${part.missing_note}` : ''}
          </Text>
        ) : null}
      </div>
      <div className={classes.marks}>
        {needed.map((mark, at) => {
          const before = needed.slice(0, at).find((earlier) => !isSet(earlier))
          return (
            <MarkButton
              key={mark}
              part={part}
              mark={mark}
              me={me}
              nameOf={nameOf}
              mayWork={mayWork}
              why={before ? `It is not ${before} yet` : null}
            />
          )
        })}
        {mayWork ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={56} aria-label={`More for ${part.name}`}>
                <IconDots size={20} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {part.fitted_at === null ? (
                <Menu.Item
                  onClick={() => (isMissing ? act(() => reportMissing(part.id, false, '')) : missing.open(part.id))}
                >
                  {isMissing ? 'It was found' : 'It is missing…'}
                </Menu.Item>
              ) : null}
              {lastSet && can(rights, 'jobs', 'edit') ? (
                <Menu.Item onClick={() => act(() => tickPart({ partId: part.id, mark: lastSet, isTicked: false }))}>
                  Take back “{lastSet}”
                </Menu.Item>
              ) : null}
              {lastSet === undefined ? (
                <Menu.Item
                  onClick={() => act(() => removeRow({ table: 'panel_parts', what: 'this part', id: part.id }))}
                >
                  Not needed: remove
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      {missing.subject === part.id && !isMissing ? <MissingPart part={part} onClose={missing.close} /> : null}
    </li>
  )
}
