import { Button, FileButton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCamera, IconPackage } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { cannotWait } from '@/kit/outbox/cannot-wait'
import { useWorksOffline } from '@/kit/outbox/works-offline'
import { type RecordAction, RecordPage, RecordState } from '@/kit/record/record-page'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { addPhoto, packPanel } from '../api/panels.mutation'
import { type Panel, panelQuery, panelsKey, photosQuery } from '../api/panels.query'
import { kindLabel } from '../panel'
import { PanelDrawing } from './panel-drawing'
import { StatusMark } from './status-mark'
import classes from './panels.module.css'
import { AddPart } from './add-part'
import { PartRow } from './part-row'

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
  useWorksOffline()
  const rights = useRights()
  const queryClient = useQueryClient()
  const acting = useActMutation({
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

function Photos({ panel, mayAdd }: { panel: Panel; mayAdd: boolean }) {
  const queryClient = useQueryClient()
  const { data: addresses = {} } = useQuery(photosQuery(panel.photos.map(({ path }) => path)))
  const adding = useActMutation({
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
