import { Alert, Button, Group, List, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { countText, momentText } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { newId } from '@/shared/lib/new-id'
import { saveFile } from '@/shared/lib/save-file'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { exportReader, latestExportsQuery } from '../api/export.query'
import { type Exported, type ExportStep, writeExport } from '../write-export'

const mostNamed = 20

/** /settings/export: everything that the company has here, as a zip of tables and files that other programs read. */
export function ExportScreen() {
  const { exporting, step, stop } = useExporting()
  return (
    <PageFrame
      title="Export Everything"
      lead="All records as CSV tables and all files, in one zip that other programs read."
      isLeadKept
      width="text"
    >
      <Stack className={page.panel}>
        <List spacing="xs">
          <List.Item>
            A table for each kind of record, with every row: clients, papers, stock, time, books, settings.
          </List.Item>
          <List.Item>Every file: artwork, mockups, pictures, certificates and invoices of suppliers.</List.Item>
          <List.Item>A README that explains each table, its columns, and how the tables join.</List.Item>
        </List>
        <Text c="dimmed">
          It has wages, prices and personal data of clients and colleagues. Keep it as carefully as the books. The audit
          trail says who made an export and when. Passwords and keys are never in it.
        </Text>
        {exporting.isPending ? <Running step={step} onStop={stop} /> : null}
        {exporting.isError ? <Problem>{saveProblem(exporting.error)}</Problem> : null}
        {exporting.data ? <Finished {...exporting.data} /> : null}
        {exporting.isPending ? null : (
          <Group>
            <Button onClick={() => exporting.mutate()}>
              {exporting.data || exporting.isError ? 'Export again' : 'Export everything'}
            </Button>
          </Group>
        )}
        <LatestExports />
      </Stack>
    </PageFrame>
  )
}

/** The export of this screen. It stops with the screen. */
function useExporting() {
  const queries = useQueryClient()
  const [step, setStep] = useState<ExportStep | null>(null)
  const running = useRef<AbortController | null>(null)
  const stop = () => running.current?.abort(new Error('The export was stopped. Nothing more is saved.'))
  useEffect(() => () => running.current?.abort(new Error('The page was left.')), [])
  const exporting = useActMutation({
    mutationFn: () => {
      const control = new AbortController()
      running.current = control
      setStep(null)
      const name = `everything-${new Date().toISOString().slice(0, 10)}`
      return writeExport(exportReader(newId(), control.signal), {
        onZip: (zip, part) => saveFile(part === 1 ? `${name}.zip` : `${name}-part-${part}.zip`, zip),
        onStep: setStep,
        check: () => control.signal.throwIfAborted(),
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: latestExportsQuery.queryKey }),
  })
  return { exporting, step, stop }
}

function Running({ step, onStop }: { step: ExportStep | null; onStop: () => void }) {
  const said =
    step === null
      ? 'The export begins.'
      : step.table < step.tables || step.files === 0
        ? `Table ${step.table} of ${step.tables}, ${countText(step.rows)} rows so far.`
        : `All ${step.tables} tables are read. File ${countText(step.files)}.`
  return (
    <Stack gap="xs">
      <Progress
        value={step === null ? 0 : (100 * step.table) / step.tables}
        animated
        aria-label="Exported tables"
        size="lg"
      />
      <Text>{said}</Text>
      <Text c="dimmed">Leave this page open until it is finished.</Text>
      <Group>
        <Button variant="default" onClick={onStop}>
          Stop
        </Button>
      </Group>
    </Stack>
  )
}

function Finished({ tables, rows, files, zips, unread }: Exported) {
  return (
    <>
      <Title order={2}>The export is finished</Title>
      <Text role="status">
        {`${countText(rows)} rows of ${tables} tables and ${countText(files - unread.length)} files were saved in ${zips === 1 ? 'one zip' : `${zips} zips`}.`}
      </Text>
      {zips > 1 ? <Text>Unpack all of them into one folder.</Text> : null}
      {unread.length > 0 ? (
        <Alert
          color="yellow"
          title={
            unread.length === 1 ? '1 file could not be read' : `${countText(unread.length)} files could not be read`
          }
        >
          <List>
            {unread.slice(0, mostNamed).map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
          {unread.length > mostNamed ? 'The others stand in contents.csv.' : null}
        </Alert>
      ) : null}
    </>
  )
}

function LatestExports() {
  const { data = [] } = useQuery(latestExportsQuery)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="latest-exports">
      <Title order={2} size="h4" id="latest-exports" mb="xs">
        Exports so far
      </Title>
      <List>
        {data.map(({ id, at, actor_label }) => (
          <List.Item key={id}>{`${momentText(at)}, ${actor_label ?? 'somebody who is gone'}`}</List.Item>
        ))}
      </List>
    </section>
  )
}
