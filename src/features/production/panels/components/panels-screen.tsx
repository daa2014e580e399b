import { Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { IconLayoutBoard, IconPlus, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useLive } from '@/kit/live/use-live'
import { notifications } from '@mantine/notifications'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { panelListQuery, type PanelLine, panelsKey, panelsLive } from '../api/panels.query'
import { kindLabel, panelSides } from '../panel'
import { AddPanel } from './add-panel'
import { PanelScreen } from './panel-screen'
import { StatusMark } from './status-mark'
import classes from './panels.module.css'

/** /panel-assembly: the panels of every job, and with ?panel= the bench of one. */
export function PanelsScreen() {
  const [search] = useSearchParams()
  const panel = search.get('panel')
  useLive(panelsKey, panelsLive)
  return panel === null ? <Panels /> : <PanelScreen key={panel} id={panel} />
}

const shows = ['open', 'missing', 'ready', 'packed'] as const

function Panels() {
  const [search, setSearch] = useSearchParams()
  const rights = useRights()
  const adding = useDialog('add-panel')
  const show = shows.find((one) => one === search.get('show')) ?? 'open'
  const { data, error, refetch } = useQuery(panelListQuery(show === 'packed'))
  const mayWork = can(rights, 'production', 'edit') || can(rights, 'jobs', 'edit')
  const rows = (data ?? []).filter(
    ({ status, parts }) =>
      (show !== 'ready' || status === 'ready') && (show !== 'missing' || parts.some(({ missing_at }) => missing_at)),
  )
  const jobs = [...Map.groupBy(rows, ({ job }) => job.id).values()]
  return (
    <PageFrame
      title="Panel Assembly"
      width="full"
      actions={
        mayWork ? (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open()}>
            Add panel
          </Button>
        ) : null
      }
    >
      <SegmentedControl
        aria-label="Show"
        mb="md"
        value={show}
        onChange={(next) => setSearch(next === 'open' ? {} : { show: next })}
        data={[
          { value: 'open', label: 'Open' },
          { value: 'missing', label: 'Parts missing' },
          { value: 'ready', label: 'Ready' },
          { value: 'packed', label: 'Packed' },
        ]}
      />
      {error ? (
        <Problem onRetry={() => void refetch()}>{saveProblem(error)}</Problem>
      ) : data === undefined ? (
        <Skeleton h={220} />
      ) : jobs.length === 0 ? (
        <EmptyScreen icon={<IconLayoutBoard />} title={show === 'missing' ? 'No part is missing' : 'No panels here'}>
          {show === 'open' ? 'Add the panels of a job: their parts are suggested by kind and size.' : ''}
        </EmptyScreen>
      ) : (
        jobs.map((panels) => <JobPanels key={panels[0]?.job.id} panels={panels} />)
      )}
      {adding.isOpen ? <AddPanel onClose={adding.close} /> : null}
    </PageFrame>
  )
}

function JobPanels({ panels }: { panels: PanelLine[] }) {
  const job = panels[0]?.job
  const [isPrinting, setPrinting] = useState(false)
  if (!job) return null
  const print = async () => {
    setPrinting(true)
    try {
      const { downloadLabels } = await import('../panel-labels')
      await downloadLabels(
        job.job_number,
        panels.map((panel) => ({ ...panel, job })),
      )
    } catch (error) {
      notifications.show({ color: 'red', title: 'No labels', message: saveProblem(error) })
    }
    setPrinting(false)
  }
  return (
    <section className={classes.job} aria-label={job.job_number}>
      <Group justify="space-between" mb="xs">
        <h2 className={classes.jobTitle}>
          <RecordLink kind="job" id={job.id}>
            {job.job_number}
          </RecordLink>{' '}
          {job.title}
        </h2>
        <Button
          variant="default"
          leftSection={<IconTags size={16} aria-hidden />}
          loading={isPrinting}
          onClick={() => void print()}
        >
          Labels
        </Button>
      </Group>
      <ul className={classes.cards}>
        {panels.map((panel) => (
          <PanelCard key={panel.id} panel={panel} />
        ))}
      </ul>
    </section>
  )
}

function PanelCard({ panel }: { panel: PanelLine }) {
  const fitted = panel.parts.filter(({ fitted_at }) => fitted_at).length
  const missing = panel.parts.filter(({ missing_at }) => missing_at)
  return (
    <li>
      <Link to={`?panel=${panel.id}`} className={classes.card}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <b>
            {panel.panel_no}. {panel.title}
          </b>
          <StatusMark status={panel.status} />
        </Group>
        <Text size="sm" c="dimmed">
          {kindLabel(panel.kind)} · {panelSides([panel.width_mm, panel.height_mm])}
          {panel.bin ? ` · ${panel.bin}` : ''}
        </Text>
        <progress
          className={classes.progress}
          value={fitted}
          max={Math.max(1, panel.parts.length)}
          aria-label="Parts fitted"
        />
        <Text size="sm">
          {fitted} of {panel.parts.length} parts fitted
        </Text>
        {missing.length > 0 ? (
          <Text size="sm" c="var(--mantine-color-error)">
            Missing:{' '}
            {missing.map(({ name, missing_note }) => (missing_note ? `${name} (${missing_note})` : name)).join(', ')}
          </Text>
        ) : null}
      </Link>
    </li>
  )
}
