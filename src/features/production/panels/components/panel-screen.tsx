import { ActionIcon, Button, FileButton, Group, Menu, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCamera, IconDots, IconPackage, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { cannotWait } from '@/kit/outbox/cannot-wait'
import { useOutboxEntries } from '@/kit/outbox/outbox-provider'
import { type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { insertRow, removeRow } from '@/kit/save/save-row'
import { staffQuery } from '@/shared/db/staff.query'
import { can } from '@/shared/domain/permission'
import { useCurrentUser, useRights } from '@/shared/ui/current-user'
import { Problem } from '@/shared/ui/problem'
import { RecordLink } from '@/shared/ui/record-links'
import page from '@/shared/ui/record-page.module.css'
import { saveProblem } from '@/shared/ui/save-problem'
import { addPhoto, packPanel, reportMissing, tickPart } from '../api/panels.mutation'
import { type Panel, panelQuery, panelsKey, photosQuery } from '../api/panels.query'
import { readTick, tickKind } from '../outbox-kinds'
import { kindLabel, type Mark, markOf, marksOf, type Part } from '../panel'
import { aboutOf } from '../tick.actors'
import { MarkButton } from './mark-button'
import { MissingPart } from './missing-part'
import { PanelDrawing } from './panel-drawing'
import { StatusMark } from './status-mark'
import classes from './panels.module.css'

const back = { label: 'Panel Assembly', href: '/panel-assembly' }

/** /panel-assembly?panel=: one panel on the bench. Its drawing on the left, its parts as large rows on the right. */
export function PanelScreen({ id }: { id: string }) {
  const panel = useQuery(panelQuery(id))
  return (
    <RecordState of={panel} what="panel" back={back}>
      {(row) => <Bench panel={row} />}
    </RecordState>
  )
}

function Bench({ panel }: { panel: Panel }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => cannotWait(act),
    onSettled: () => queryClient.invalidateQueries({ queryKey: panelsKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not done', message: saveProblem(error) }),
  })
  const mayWork = can(rights, 'production', 'edit') || can(rights, 'jobs', 'edit')
  const isPacked = panel.status === 'packed'
  const fitted = panel.parts.filter(({ fitted_at }) => fitted_at).length
  const actions: RecordAction[] = [
    {
      label: 'Label',
      onClick: () =>
        acting.mutate(async () => {
          const { downloadLabels } = await import('../panel-labels')
          await downloadLabels(`${panel.job.job_number}-${panel.panel_no}`, [panel])
        }),
    },
    ...(mayWork && isPacked
      ? [{ label: 'Unpack', onClick: () => acting.mutate(() => packPanel(panel.id, false)) }]
      : []),
  ]
  return (
    <RecordPage
      title={`${panel.panel_no}. ${panel.title}`}
      kind={`${kindLabel(panel.kind)} of ${panel.job.job_number}`}
      status={<StatusMark status={panel.status} />}
      back={back}
      width="full"
      primary={
        mayWork && !isPacked
          ? {
              label: 'Packed',
              icon: <IconPackage size={18} aria-hidden />,
              isBusy: acting.isPending,
              why: panel.status === 'ready' ? null : 'A part is not fitted yet.',
              onClick: () => acting.mutate(() => packPanel(panel.id, true)),
            }
          : null
      }
      actions={actions}
    >
      <div className={classes.bench}>
        <section className={page.panel} aria-label="Drawing">
          <PanelDrawing
            kind={panel.kind}
            title={panel.title}
            width={panel.width_mm}
            height={panel.height_mm}
            depth={panel.depth_mm}
          />
          <Text size="sm" c="dimmed">
            <RecordLink kind="job" id={panel.job.id}>
              {panel.job.job_number}
            </RecordLink>{' '}
            {panel.job.title}
          </Text>
          <Photos panel={panel} mayAdd={mayWork} />
        </section>
        <section aria-label="Parts">
          <Text role="status" fw={600} mb="xs">
            {panel.status === 'ready' || isPacked
              ? `All ${panel.parts.length} parts are fitted.`
              : `${fitted} of ${panel.parts.length} parts fitted`}
          </Text>
          <ol className={classes.parts}>
            {panel.parts.map((part) => (
              <PartRow key={part.id} part={part} mayWork={mayWork && !isPacked} act={(does) => acting.mutate(does)} />
            ))}
          </ol>
          {mayWork && !isPacked ? <AddPart panel={panel} /> : null}
        </section>
      </div>
    </RecordPage>
  )
}

type PartRowProps = { part: Part; mayWork: boolean; act: (does: () => Promise<unknown>) => void }

function PartRow({ part, mayWork, act }: PartRowProps) {
  const me = useCurrentUser().id
  const rights = useRights()
  const entries = useOutboxEntries()
  const { data: staff } = useQuery(staffQuery)
  const nameOf = (id: string | null) =>
    id === me
      ? 'You'
      : staff === undefined
        ? ''
        : (staff.find(({ value }) => value === id)?.label ?? 'Somebody who left')
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

function AddPart({ panel }: { panel: Panel }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const adding = useMutation({
    mutationFn: () =>
      insertRow({
        table: 'panel_parts',
        what: 'this part',
        values: {
          panel_id: panel.id,
          name: name.trim(),
          position: Math.min(1000, Math.max(0, ...panel.parts.map(({ position }) => position)) + 1),
        },
      }),
    onSuccess: () => setName(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey: panelsKey }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !adding.isPending) adding.mutate()
      }}
    >
      {adding.error ? <Problem>{saveProblem(adding.error)}</Problem> : null}
      <Group mt="sm" align="flex-end" wrap="nowrap">
        <TextInput
          label="Another part"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          variant="default"
          loading={adding.isPending}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Add
        </Button>
      </Group>
    </form>
  )
}

function Photos({ panel, mayAdd }: { panel: Panel; mayAdd: boolean }) {
  const queryClient = useQueryClient()
  const { data: addresses = {} } = useQuery(photosQuery(panel.photos.map(({ path }) => path)))
  const adding = useMutation({
    mutationFn: (file: File) => cannotWait(() => addPhoto(panel.id, file)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: panelsKey }),
  })
  return (
    <div>
      {adding.error ? <Problem>{saveProblem(adding.error)}</Problem> : null}
      <div className={classes.photos}>
        {panel.photos.map(({ id, path }, at) => (
          <a key={id} href={addresses[path]} target="_blank" rel="noreferrer">
            <img src={addresses[path]} alt={`Photo ${at + 1} of this panel`} loading="lazy" />
          </a>
        ))}
      </div>
      {mayAdd ? (
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && adding.mutate(file)}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="md"
              loading={adding.isPending}
              leftSection={<IconCamera size={18} aria-hidden />}
            >
              Add photo
            </Button>
          )}
        </FileButton>
      ) : null}
    </div>
  )
}
